#!/bin/sh
# Runs a command unless Countersign's checks say high: assess-before-run.sh rm -rf build
set -eu
level=$("${COUNTERSIGN:-countersign}" assess --json -- "$@" | sed -n 's/^{"risk_level": *"\([a-z-]*\)".*/\1/p')
case "$level" in
  low | medium) exec "$@" ;;
  *) echo "not run: $level" >&2; exit 1 ;;
esac
