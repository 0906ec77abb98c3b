# For the scripts beside it: what others wrote, put into the temporary folder of the script, $folder. It is not installed.
. "${BASH_SOURCE[0]%/*}/skip.sh"

# with_python PACKAGE...: makes $python the interpreter of a virtual environment with packages of PyPI.
with_python() {
    command -v python3 >/dev/null || skip "There is no python3."
    timeout 300 python3 -m venv "$folder/venv" >/dev/null 2>&1 || skip "python3 cannot make a virtual environment."
    python=$folder/venv/bin/python
    timeout 300 "$python" -m pip install --quiet --disable-pip-version-check "$@" >"$folder/pip.log" 2>&1 ||
        skip "$* cannot be installed: $(tail -n 1 "$folder/pip.log")."
}

# with_chromium: makes $chromium the program of Chromium without a window, and $libraries the folders of the libraries that it needs.
with_chromium() {
    unpack chromium-headless-shell chromium-common ||
        skip "chromium-headless-shell cannot be had: $(tail -n 1 "$folder/apt.log")."
    chromium=$folder/packages/usr/lib/chromium/chromium-headless-shell
    libraries=$(find "$folder/packages" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
}

# program NAME PACKAGE: prints where a program of this machine is, or else that of a package of Debian.
program() {
    command -v "$1" || PATH=$PATH:/usr/sbin command -v "$1" || { unpack "$2" && ls "$folder"/packages/usr/*bin/"$1"; }
}

# unpack PACKAGE...: unpacks packages of Debian, and what they depend on and this machine lacks, into $folder/packages.
unpack() (
    mkdir -p "$folder/packages" && cd "$folder/packages"
    { download "$@" || { timeout 300 apt-get update && download "$@"; }; } >"$folder/apt.log" 2>&1 || return
    for file in *.deb; do dpkg-deb --extract "$file" . && rm "$file" || return; done
)

download() {
    local lacking
    lacking=$(apt-get install --simulate --no-install-recommends "$@" | sed -n 's/^Inst \([^ ]*\).*/\1/p') || return
    printf '%s\n' "$@" $lacking | sort -u | xargs timeout 300 apt-get download
}
