import Crypto
import EndpointClient
import Foundation

/// Signs requests with Amazon's Signature Version 4
/// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
///
/// ```swift
/// let signature = AWSSignature(accessKey: key, secretKey: secret, region: "eu-central-1", service: "execute-api")
/// let client = LiveClient(baseURL: url).standard { $0.sign = { try await signature.sign(&$0, at: Date()) } }
/// ```
public struct AWSSignature: Sendable {
    public var accessKey: String
    public var secretKey: String
    /// The token of temporary credentials.
    public var sessionToken: String?
    public var region: String
    public var service: String

    /// Whether the session token is added after signing, as a few services want it.
    public var omitsSessionToken = false

    /// Whether dot segments and empty segments of the path are resolved in what is signed, and its percent signs are
    /// encoded again. S3 wants false.
    public var normalizesPath = true

    /// Whether the digest of the body is sent as `X-Amz-Content-Sha256`, as S3 wants it.
    public var sendsDigest = false

    public init(accessKey: String, secretKey: String, sessionToken: String? = nil, region: String, service: String) {
        (self.accessKey, self.secretKey, self.sessionToken) = (accessKey, secretKey, sessionToken)
        (self.region, self.service) = (region, service)
    }

    /// A request in the parts that are signed: the path and the query as they are sent, and every header field.
    public struct Parts: Sendable {
        public var method: String
        public var path: String
        public var query: String
        public var headers: [(name: String, value: String)]
        /// The SHA-256 of the body in hexadecimal digits.
        public var digest: String

        public init(
            method: String, path: String, query: String, headers: [(name: String, value: String)], digest: String
        ) {
            (self.method, self.path, self.query) = (method, path, query)
            (self.headers, self.digest) = (headers, digest)
        }
    }

    /// What is added to a request, with the intermediate steps.
    public struct Result: Sendable {
        public let canonicalRequest: String
        public let stringToSign: String
        public let signature: String
        /// The header fields or the items of the query to be added, in order. Those of the query are encoded.
        public let added: [(name: String, value: String)]
    }

    /// The signature as header fields.
    public func headers(for parts: Parts, at time: String) -> Result {
        var parts = parts
        var added = [(name: "X-Amz-Date", value: time)]
        let token = sessionToken.map { (name: "X-Amz-Security-Token", value: $0) }
        if let token, !omitsSessionToken { added.append(token) }
        if sendsDigest { added.append(("X-Amz-Content-Sha256", parts.digest)) }
        parts.headers += added
        let (canonical, names) = canonicalRequest(parts)
        let (text, signature) = signature(of: canonical, at: time)
        let scope = "Credential=\(accessKey)/\(scope(time))"
        if let token, omitsSessionToken { added.append(token) }
        added.append(
            ("Authorization", "AWS4-HMAC-SHA256 \(scope), SignedHeaders=\(names), Signature=\(signature)"))
        return Result(canonicalRequest: canonical, stringToSign: text, signature: signature, added: added)
    }

    /// The signature as items of the query, which is valid for some seconds.
    public func query(for parts: Parts, at time: String, seconds: Int) -> Result {
        var parts = parts
        let names = Self.names(of: parts.headers).joined(separator: ";")
        var added: [(name: String, value: String)] = [
            ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
            ("X-Amz-Credential", Self.encoded("\(accessKey)/\(scope(time))")), ("X-Amz-Date", time),
            ("X-Amz-Expires", "\(seconds)"), ("X-Amz-SignedHeaders", Self.encoded(names)),
        ]
        let token = sessionToken.map { (name: "X-Amz-Security-Token", value: Self.encoded($0)) }
        if let token, !omitsSessionToken { added.append(token) }
        parts.query += (parts.query.isEmpty ? "" : "&") + added.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let (canonical, _) = canonicalRequest(parts)
        let (text, signature) = signature(of: canonical, at: time)
        if let token, omitsSessionToken { added.append(token) }
        added.append(("X-Amz-Signature", signature))
        return Result(canonicalRequest: canonical, stringToSign: text, signature: signature, added: added)
    }

    /// Adds the signature to the headers of a request that is about to be sent.
    public func sign(_ request: inout SignableRequest, at date: Date) async throws {
        let result = try await headers(for: parts(of: request), at: Self.time(date))
        for field in result.added { request.headers[field.name] = field.value }
    }

    /// Adds the signature to the query of a request that is about to be sent.
    public func signQuery(of request: inout SignableRequest, at date: Date, seconds: Int) async throws {
        let result = try await query(for: parts(of: request), at: Self.time(date), seconds: seconds)
        guard var components = URLComponents(url: request.url, resolvingAgainstBaseURL: true) else { return }
        let items = result.added.map { "\($0.name)=\($0.value)" }
        components.percentEncodedQuery =
            ([components.percentEncodedQuery].compactMap(\.self) + items).joined(separator: "&")
        request.url = components.url ?? request.url
    }

    private func parts(of request: SignableRequest) async throws -> Parts {
        var hash = SHA256()
        if let body = request.body { for try await chunk in body { hash.update(data: chunk) } }
        let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        let port = components?.port.map { ":\($0)" } ?? ""
        let fields = request.headers.map { (name: $0.name, value: $0.value) }
        return Parts(
            method: request.method, path: components?.percentEncodedPath ?? "/",
            query: components?.percentEncodedQuery ?? "",
            headers: [("Host", (components?.host ?? "") + port)] + fields, digest: Self.hexadecimal(hash.finalize()))
    }
}

// The steps of the algorithm.
extension AWSSignature {
    private func canonicalRequest(_ parts: Parts) -> (text: String, names: String) {
        let names = Self.names(of: parts.headers)
        let lines = names.map { name in
            let values = parts.headers.filter { $0.name.lowercased() == name }.map { Self.trimmed($0.value) }
            return "\(name):\(values.joined(separator: ","))\n"
        }
        let path =
            normalizesPath
            ? Self.encoded(Self.normalized(parts.path), keeping: "/") : Self.encoded(parts.path, keeping: "/%")
        let list = names.joined(separator: ";")
        let text = [parts.method, path, Self.sorted(parts.query), lines.joined(), list, parts.digest]
        return (text.joined(separator: "\n"), list)
    }

    private func signature(of canonical: String, at time: String) -> (text: String, signature: String) {
        let digest = Self.hexadecimal(SHA256.hash(data: Data(canonical.utf8)))
        let text = ["AWS4-HMAC-SHA256", time, scope(time), digest].joined(separator: "\n")
        let steps = [String(time.prefix(8)), region, service, "aws4_request", text]
        let code = steps.reduce(Data("AWS4\(secretKey)".utf8)) { key, step in
            Data(HMAC<SHA256>.authenticationCode(for: Data(step.utf8), using: SymmetricKey(data: key)))
        }
        return (text, Self.hexadecimal(code))
    }

    private func scope(_ time: String) -> String { "\(time.prefix(8))/\(region)/\(service)/aws4_request" }

    private static func names(of headers: [(name: String, value: String)]) -> [String] {
        Set(headers.map { $0.name.lowercased() }).sorted()
    }

    /// A value without blanks at its ends, and with one blank for each sequence of them.
    private static func trimmed(_ value: String) -> String {
        value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func normalized(_ path: String) -> String {
        var kept: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        let isFolder = ["/", "/.", "/.."].contains { path.hasSuffix($0) } && !kept.isEmpty
        return "/" + kept.joined(separator: "/") + (isFolder ? "/" : "")
    }

    private static func sorted(_ query: String) -> String {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.map { encoded($0.removingPercentEncoding ?? String($0)) } + (parts.count == 1 ? [""] : [])
        }.sorted { $0.lexicographicallyPrecedes($1) }.map { $0.joined(separator: "=") }.joined(separator: "&")
    }

    private static func encoded(_ text: some StringProtocol, keeping kept: String = "") -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~\(kept)")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? String(text)
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// `20150830T123600Z`
    public static func time(_ date: Date) -> String {
        date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    }
}
