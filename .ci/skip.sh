# For the scripts beside it: `skip REASON` ends a step whose tools or data are missing here. With CI=true that is a failure.
skip() {
    local step=${0##*/}
    if [ "${CI:-}" = true ]; then
        echo "$step: FAILED: $1 With CI=true a step may not be skipped." >&2
        exit 1
    fi
    echo "$step: SKIPPED: $1" >&2
    exit 0
}
