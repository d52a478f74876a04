'use strict'

const assert = require('node:assert')
const test = require('node:test')

const { Price, total, withTip } = require('../src/price.js')

test('total', () => {
  assert.strictEqual(total([new Price(120), new Price(80)]), 200)
})

test('nothing', () => {
  assert.strictEqual(total([]), 0)
})

test('tip', () => {
  assert.strictEqual(withTip(200, 10), 220)
})

test('no tip', () => {
  assert.strictEqual(withTip(200, 0), 200)
})
