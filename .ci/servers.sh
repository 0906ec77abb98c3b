# For the scripts beside it that talk to servers: starts them in a temporary folder, $folder, on free ports, and stops them at the end.
# Needs $tools, and $python of `with_python`.
folder=$(mktemp -d)
jobs=()
set -m      # each job is a group of its own, so that none of its processes is left behind

finish() {
    for job in "${jobs[@]}"; do kill -- "-$job" 2>/dev/null || true; done
    wait
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

# Starts a server, and waits until its port is known; whoever connects too early waits in the queue of its socket.
start() {
    local name=$1
    shift
    "$python" "$tools/launch.py" "$name" "$folder" "$@" >"$folder/$name.log" 2>&1 &
    jobs+=($!)
    for _ in $(seq 300); do
        kill -0 "${jobs[-1]}" 2>/dev/null || break
        [ -f "$folder/$name.port" ] && return
        sleep 0.1
    done
    cat "$folder/$name.log" >&2
    echo "${0##*/}: FAILED: $name does not start" >&2
    exit 1
}

# Waits until a server answers at a path.
await() {
    curl --silent --output /dev/null --retry 20 --retry-all-errors --retry-delay 1 --max-time 60 --cacert "$folder/system.pem" "$1" && return
    echo "${0##*/}: FAILED: $1 does not answer" >&2
    exit 1
}

port() {
    cat "$folder/$1.port"
}
