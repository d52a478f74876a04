#!/usr/bin/env bash
# Runs a suite as a job of CI, compared with the base if COMPARE says so. It works in the checkout.
#
# ARGUMENTS   of pytest, as in a shell
# INSTALL     commands that install what the suite needs; empty for nothing
# COMPARE     empty; "base": the base runs in this job, too, so that what differs is the change, and
#             not the state of a model; "baseline": the report of the base's own job in FOLDER
# BASE        the commit to compare with; empty in a job that is not of a pull request
# FOLDER      where reports are kept between jobs
set -euo pipefail

eval "arguments=($ARGUMENTS)"
mkdir -p "$FOLDER"
report="$PWD/report.json"
baseline=()

if [ -n "$BASE" ] && [ "$COMPARE" = base ]; then
    checkout="$(mktemp -d)/base"
    git worktree add --quiet --detach "$checkout" "$BASE"
    echo "::group::The base, $BASE"
    # What fails there is known, and forgiven below.
    (cd "$checkout" && eval "$INSTALL" && pytest "${arguments[@]}" --hydra-report="$FOLDER/base.json") || true
    echo "::endgroup::"
    git worktree remove --force "$checkout"
    [ -f "$FOLDER/base.json" ] || { echo "::error::The base wrote no report"; exit 1; }
    mv "$FOLDER/base.json" "$FOLDER/report.json"
fi
if [ -n "$BASE" ] && [ -n "$COMPARE" ]; then
    if [ -f "$FOLDER/report.json" ]; then
        # With "=": pytest takes the path of an existing file for one of its root.
        baseline=(--hydra-baseline="$FOLDER/report.json" --hydra-fail-on=worse)
    else
        echo "::notice::There is no report of the base $BASE: everything that fails counts"
    fi
fi

eval "$INSTALL"
status=0
pytest "${arguments[@]}" "${baseline[@]}" --junitxml=junit.xml \
    --hydra-report="$report" --hydra-report="md:$GITHUB_STEP_SUMMARY" || status=$?
# For the jobs that compare with this commit.
[ -n "$BASE" ] || [ ! -f "$report" ] || cp "$report" "$FOLDER/report.json"
exit "$status"
