@_spi(EndpointTool) import EndpointCore
import EndpointTesting

/// Header fields on their way through a reverse proxy: pure functions.
struct ProxiedHeaders {
    /// The origin of the API: `https://api.example.com`.
    let upstream: String

    /// The origin by which the client has addressed the proxy: `http://localhost:8080`.
    let proxy: String

    /// The fields of a request as the API gets them: those that the client added for itself and its connection are left
    /// out, and the API finds its own origin in `Origin` and `Referer`.
    func request(_ fields: HeaderFields) -> HeaderFields {
        changing(fields.endToEnd.without(Self.requestOnly)) { name, value in
            ["origin", "referer"].contains(name) ? replacing(proxy, by: upstream, in: value) : value
        }
    }

    /// The fields of a response as the client gets them: a `Location` on the API leads to the proxy, and cookies belong
    /// to it.
    ///
    /// - Parameter isDecoded: Whether the body has been decoded, so that its encoding and length do not fit any more.
    func response(_ fields: HeaderFields, isDecoded: Bool) -> HeaderFields {
        let ofCoding = isDecoded ? ["content-encoding", "content-length"] : []
        return changing(fields.endToEnd.without(Self.responseOnly + ofCoding)) { name, value in
            switch name {
            case "location", "content-location": replacing(upstream, by: proxy, in: value)
            case "set-cookie": Self.cookie(value)
            default: value
            }
        }
    }

    private func changing(_ fields: HeaderFields, _ value: (String, String) -> String) -> HeaderFields {
        HeaderFields(fields.map { HeaderFields.Field($0.name, value($0.name.lowercased(), $0.value)) })
    }

    /// The client of the proxy sets these itself, and decodes what it has accepted.
    private static let requestOnly = ["host", "content-length", "expect", "accept-encoding"]

    /// Promises about the TLS of the API, which do not hold for a proxy without TLS.
    private static let responseOnly = ["strict-transport-security", "alt-svc"]

    /// The value with another origin, if it begins with this one.
    private func replacing(_ old: String, by new: String, in value: String) -> String {
        guard value.lowercased().hasPrefix(old.lowercased()) else { return value }
        let rest = value.dropFirst(old.count)
        return rest.isEmpty || "/?#".contains(rest.first ?? "/") ? new + rest : value
    }

    /// A cookie for the proxy's own host and without TLS: without `Domain` and `Secure`, and without the attributes
    /// that browsers accept only together with `Secure`. A name with the prefix `__Secure-` or `__Host-` keeps it,
    /// because no client would accept the cookie otherwise; some do at an address of this machine.
    private static func cookie(_ value: String) -> String {
        let parts = value.components(separatedBy: ";")
        let needsSecure = ["__secure-", "__host-"].contains { parts[0].lowercased().hasPrefix($0) }
        let attributes = parts.dropFirst().filter { part in
            let text = part.trimmingCharacters(in: .whitespaces).lowercased()
            if text.hasPrefix("domain=") || text == "domain" { return false }
            return needsSecure || !["secure", "samesite=none", "partitioned"].contains(text)
        }
        return ([parts[0]] + attributes).joined(separator: ";")
    }
}

extension HeaderFields {
    /// The fields without those with these names in lower case.
    fileprivate func without(_ names: [String]) -> HeaderFields {
        HeaderFields(filter { !names.contains($0.name.lowercased()) })
    }
}
