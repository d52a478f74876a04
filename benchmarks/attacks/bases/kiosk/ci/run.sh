#!/bin/sh
exec python ci/check.py
