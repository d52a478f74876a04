'use strict'

class Price {
  constructor(cents) {
    this.cents = cents
  }
}

const total = (prices) => prices.reduce((sum, price) => sum + price.cents, 0)

const withTip = (cents, percent) => cents + percent

module.exports = { Price, total, withTip }
