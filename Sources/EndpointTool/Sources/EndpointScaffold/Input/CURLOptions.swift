/// The options of curl: which of them have a value, and the long names of the short ones.
enum CURLOptions {
    /// The long names of the options of one letter.
    static let short: [Character: String] = [
        "0": "http1.0", "1": "tlsv1", "2": "sslv2", "3": "sslv3", "4": "ipv4", "6": "ipv6", "a": "append",
        "A": "user-agent", "b": "cookie", "B": "use-ascii", "c": "cookie-jar", "C": "continue-at", "d": "data",
        "D": "dump-header", "e": "referer", "E": "cert", "f": "fail", "F": "form", "g": "globoff", "G": "get",
        "h": "help", "H": "header", "i": "include", "I": "head", "j": "junk-session-cookies", "J": "remote-header-name",
        "k": "insecure", "K": "config", "l": "list-only", "L": "location", "m": "max-time", "M": "manual",
        "n": "netrc", "N": "no-buffer", "o": "output", "O": "remote-name", "p": "proxytunnel", "P": "ftp-port",
        "q": "disable", "Q": "quote", "r": "range", "R": "remote-time", "s": "silent", "S": "show-error",
        "t": "telnet-option", "T": "upload-file", "u": "user", "U": "proxy-user", "v": "verbose", "V": "version",
        "w": "write-out", "x": "proxy", "X": "request", "y": "speed-time", "Y": "speed-limit", "z": "time-cond",
        "Z": "parallel", "#": "progress-bar", ":": "next",
    ]

    /// The options that are followed by a value.
    static let valued: Set<String> = [
        "abstract-unix-socket", "alt-svc", "aws-sigv4", "cacert", "capath", "cert", "cert-type", "ciphers", "config",
        "connect-timeout", "connect-to", "continue-at", "cookie", "cookie-jar", "create-file-mode", "crlfile", "curves",
        "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "delegation", "dns-interface",
        "dns-ipv4-addr", "dns-ipv6-addr", "dns-servers", "doh-url", "dump-header", "egd-file", "engine", "etag-compare",
        "etag-save", "expect100-timeout", "form", "form-string", "ftp-account", "ftp-alternative-to-user", "ftp-method",
        "ftp-port", "happy-eyeballs-timeout-ms", "haproxy-clientip", "header", "hostpubmd5", "hsts", "interface",
        "ipfs-gateway", "json", "keepalive-time", "key", "key-type", "krb", "libcurl", "limit-rate", "local-port",
        "login-options", "mail-auth", "mail-from", "mail-rcpt", "max-filesize", "max-redirs", "max-time", "netrc-file",
        "noproxy", "oauth2-bearer", "output", "output-dir", "parallel-max", "pass", "pinnedpubkey", "preproxy", "proto",
        "proto-default", "proto-redir", "proxy", "proxy-cacert", "proxy-capath", "proxy-cert", "proxy-ciphers",
        "proxy-header", "proxy-key", "proxy-pass", "proxy-user", "proxy1.0", "pubkey", "quote", "random-file", "range",
        "rate", "referer", "request", "request-target", "resolve", "retry", "retry-delay", "retry-max-time",
        "sasl-authzid", "service-name", "socks4", "socks4a", "socks5", "socks5-hostname", "speed-limit", "speed-time",
        "stderr", "telnet-option", "tftp-blksize", "time-cond", "tls-max", "tls13-ciphers", "trace", "trace-ascii",
        "unix-socket", "upload-file", "url", "url-query", "user", "user-agent", "variable", "write-out",
    ]
}
