import Crypto
import EndpointLaws
import EndpointTesting
import Foundation
import ServerInterop
import Testing

/// A case of the suite of aws-c-auth.
private struct SignatureCase: Sendable, CustomTestStringConvertible {
    struct Context: Decodable {
        struct Credentials: Decodable {
            let access_key_id: String
            let secret_access_key: String
            var token: String?
        }

        let credentials: Credentials
        let expiration_in_seconds: Int
        let normalize: Bool
        let region: String
        let service: String
        let sign_body: Bool
        let timestamp: String
        var omit_session_token: Bool?
    }

    let folder: URL
    var testDescription: String { folder.lastPathComponent }

    static let suite = URL(fileURLWithPath: #filePath).appendingPathComponent(
        "../../../../../../shared/conformance/aws-sigv4"
    ).standardized

    static let all: [SignatureCase] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: suite.path)) ?? []
        return names.filter { $0 != "LICENSE" }.sorted().map { SignatureCase(folder: suite.appendingPathComponent($0)) }
    }()

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            .replacingOccurrences(of: "\r\n", with: "\n")
    }

    func signature() throws -> (signature: AWSSignature, context: Context, time: String) {
        let context = try JSONDecoder().decode(Context.self, from: Data(text("context.json").utf8))
        var signature = AWSSignature(
            accessKey: context.credentials.access_key_id, secretKey: context.credentials.secret_access_key,
            sessionToken: context.credentials.token, region: context.region, service: context.service)
        signature.omitsSessionToken = context.omit_session_token ?? false
        signature.normalizesPath = context.normalize
        signature.sendsDigest = context.sign_body
        return (signature, context, context.timestamp.filter { $0 != "-" && $0 != ":" })
    }

    func request() throws -> (parts: AWSSignature.Parts, body: String) {
        let text = try text("request.txt")
        let end = text.range(of: "\n\n")
        let head = text[..<(end?.lowerBound ?? text.endIndex)], body = end.map { String(text[$0.upperBound...]) } ?? ""
        var lines = head.split(separator: "\n")
        let first = lines.removeFirst().split(separator: " ")
        let target = first.dropFirst().dropLast().joined(separator: " ")
        var headers: [(name: String, value: String)] = []
        for line in lines {
            if line.first?.isWhitespace == true {
                headers[headers.count - 1].value += " " + line
            } else {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                headers.append((String(parts[0]), String(parts[1])))
            }
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let digest = SHA256.hash(data: Data(body.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return (
            AWSSignature.Parts(
                method: String(first[0]), path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
                headers: headers, digest: digest), body
        )
    }
}

@Suite(.enabled(if: !SignatureCase.all.isEmpty, "the data of the suite is not here"))
struct AWSSignatureTests {
    @Test func `the suite has 38 cases`() {
        #expect(SignatureCase.all.count == 38)
    }

    @Test(arguments: SignatureCase.all) private func `a request is signed in its headers`(example: SignatureCase) throws
    {
        let (signature, _, time) = try example.signature()
        let result = try signature.headers(for: example.request().parts, at: time)
        #expect(try result.canonicalRequest == example.text("header-canonical-request.txt"))
        #expect(try result.stringToSign == example.text("header-string-to-sign.txt"))
        #expect(try result.signature == example.text("header-signature.txt"))
    }

    @Test(arguments: SignatureCase.all) private func `a request is signed in its query`(example: SignatureCase) throws {
        let (signature, context, time) = try example.signature()
        let result = try signature.query(
            for: example.request().parts, at: time, seconds: context.expiration_in_seconds)
        #expect(try result.canonicalRequest == example.text("query-canonical-request.txt"))
        #expect(try result.stringToSign == example.text("query-string-to-sign.txt"))
        #expect(try result.signature == example.text("query-signature.txt"))
    }

    /// What cannot be sent is left out: a path or query whose bytes `URL` changes, and a value of several lines or with
    /// blanks at its ends.
    private static let sendable = SignatureCase.all.filter { (try? $0.urlRequest(below: "http://127.0.0.1")) != nil }

    @Test func `most cases can be sent`() {
        #expect(Self.sendable.count >= 30)
    }

    @Test(arguments: sendable)
    private func `a request through a stack has the signature that its server calculates`(
        example: SignatureCase
    ) async throws {
        let (signature, context, time) = try example.signature()
        let server = try LoopbackServer { _ in .status(204) }
        let date = try Date(context.timestamp, strategy: .iso8601)
        let base = "http://127.0.0.1:\(try #require(server.url.port))"
        let request = try example.urlRequest(below: base)
        let text = try example.request().body
        let bodies: [UploadEndpointBody?] = text.isEmpty ? [nil] : try UploadEndpointBody.each(with: Data(text.utf8))
        let client = LiveClient(baseURL: server.url).standard {
            $0.sign = { try await signature.sign(&$0, at: date) }
        }
        let queryClient = LiveClient(baseURL: server.url).standard {
            $0.sign = { try await signature.signQuery(of: &$0, at: date, seconds: context.expiration_in_seconds) }
        }
        for body in bodies {
            for client in [client, queryClient] {
                if let body {
                    _ = try await client.upload(SignedUpload(request: request, body: body))
                } else {
                    _ = try await client.request(RawEndpoint(request))
                }
            }
        }
        for (index, sent) in await server.received(bodies.count * 2).enumerated() {
            #expect(sent.body == Data(text.utf8))
            if index.isMultiple(of: 2) {
                try expectHeaders(sent, signature, time)
            } else {
                try expectQuery(sent, signature, time, context.expiration_in_seconds)
            }
        }
    }

    /// Checks a signature in the headers as a server does: with the fields that it names.
    private func expectHeaders(_ sent: RecordedRequest, _ signature: AWSSignature, _ time: String) throws {
        let value = try #require(sent.header("Authorization"))
        let names = try #require(value.firstMatch(of: /SignedHeaders=([^,]*)/)?.1).split(separator: ";")
        #expect(names.contains("host"))
        let own: Set<Substring> = ["x-amz-date", "x-amz-security-token", "x-amz-content-sha256"]
        let fields = names.filter { !own.contains($0) }.map { (name: String($0), value: sent.header("\($0)") ?? "") }
        let result = signature.headers(for: sent.parts(fields, query: sent.query ?? ""), at: time)
        #expect(result.added.last?.value == value)
    }

    /// Checks a signature in the query: what precedes it is signed.
    private func expectQuery(
        _ sent: RecordedRequest, _ signature: AWSSignature, _ time: String, _ seconds: Int
    ) throws {
        let query = try #require(sent.query)
        let parts = query.components(separatedBy: "X-Amz-Algorithm=")
        #expect(parts.count == 2)
        let own = parts[0].hasSuffix("&") ? String(parts[0].dropLast()) : parts[0]
        let names = try #require(query.firstMatch(of: /X-Amz-SignedHeaders=([^&]*)/)?.1.removingPercentEncoding)
        let fields = names.split(separator: ";").map { (name: String($0), value: sent.header("\($0)") ?? "") }
        let result = signature.query(for: sent.parts(fields, query: own), at: time, seconds: seconds)
        #expect(query.hasSuffix("X-Amz-Signature=\(result.signature)"))
    }
}

private struct SignedUpload: VoidEndpoint, UploadEndpoint {
    typealias Content = Void

    let request: URLRequest
    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) { (request, body) }
}

extension UploadEndpointBody {
    /// The same bytes as data, as a file and as a stream.
    fileprivate static func each(with data: Data) throws -> [UploadEndpointBody] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).body")
        try data.write(to: file)
        return [.data(data), .file(file), .stream(InputStream(data: data), length: nil)]
    }
}

extension SignatureCase {
    /// The request of the case for another host.
    fileprivate func urlRequest(below base: String) throws -> URLRequest {
        let parts = try request().parts
        let target = parts.query.isEmpty ? parts.path : "\(parts.path)?\(parts.query)"
        let url = try #require(URL(string: base + target))
        guard url.absoluteString == base + target else { throw CocoaError(.coderInvalidValue) }
        var request = URLRequest(url: url)
        request.httpMethod = parts.method
        for field in parts.headers where !["host", "content-length"].contains(field.name.lowercased()) {
            let isSendable = !field.value.contains(where: \.isNewline) && field.value.first != " "
            guard isSendable else { throw CocoaError(.coderInvalidValue) }
            request.addValue(field.value, forHTTPHeaderField: field.name)
        }
        return request
    }
}

extension RecordedRequest {
    fileprivate func parts(_ headers: [(name: String, value: String)], query: String) -> AWSSignature.Parts {
        AWSSignature.Parts(
            method: method, path: path, query: query, headers: headers,
            digest: SHA256.hash(data: body).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
}
