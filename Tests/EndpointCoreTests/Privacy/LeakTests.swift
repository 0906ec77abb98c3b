import Foundation
import Testing

@testable import EndpointCore

/// Plants secrets in every place that a message has, and looks for them in what comes out.
@Suite struct LeakTests {
    private static let canary = "c4n4ry7x"

    /// Every operation with inputs that hold the canary where a secret belongs.
    private static let outputs: [(String, @Sendable (Redaction) -> String)] = {
        var outputs: [(String, @Sendable (Redaction) -> String)] = []
        for name in ["Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "X-Auth-Token", "X-Hub-Signature"] {
            for value in [canary, "Bearer \(canary)", "a=\(canary); Path=/", "a=\(canary), b=\(canary)"] {
                outputs.append(("\(name): \(value)", { $0.header(name, value) }))
                outputs.append(("headers \(name): \(value)", { "\($0.headers([name: value]).dictionary)" }))
            }
        }
        for url in urls {
            outputs.append(("urlText \(url)", { $0.urlText(url) }))
            outputs.append(("text \(url)", { $0.text("GET \(url) failed") }))
            outputs.append(
                ("url \(url)", { redaction in URL(string: url).map { redaction.url($0).absoluteString } ?? canary }))
            outputs.append(("Location \(url)", { $0.header("Location", url) }))
        }
        for (type, body) in bodies {
            for length in [body.utf8.count, body.utf8.count - 1, body.utf8.count - 2] {
                let data = Data(body.utf8.prefix(length))
                outputs.append(("body \(body)", { String(decoding: $0.body(data, contentType: type), as: UTF8.self) }))
                outputs.append(("excerpt \(body)", { $0.excerpt(of: data, contentType: type) }))
                outputs.append(("text \(body)", { $0.text(String(decoding: data, as: UTF8.self)) }))
            }
        }
        return outputs
    }()

    private static let urls =
        [
            "access_token", "refresh_token", "id_token", "token", "api_key", "key", "client_secret", "password", "sig",
            "otp", "sid",
        ]
        .flatMap { ["https://h/a?\($0)=\(canary)&b=1", "/a?b=1&\($0)=\(canary)", "https://h/a#\($0)=\(canary)"] }
        + [
            "https://u:\(canary)@h/a", "https://\(canary)@h/", "/cb?code=\(canary)&state=\(canary)",
            "/a;jsessionid=\(canary)?x=1",
        ]

    private static let bodies =
        ["password", "accessToken", "client_secret", "private-key", "sessionId", "recovery_codes", "connectionString"]
        .flatMap { key in
            [
                ("application/json", #"{"id":1,"a":[{"\#(key)":"\#(canary)"}]}"#),
                ("application/json", #"{"\#(key)":["\#(canary)"],"b":"x"}"#),
                ("text/plain", #"sent {"\#(key)": "\#(canary)"} to"#),
                ("application/x-www-form-urlencoded", "a=1&\(key)=\(canary)&b=2"),
                ("text/xml", "<a><\(key)>\(canary)</\(key)></a>"),
            ]
        }

    @Test(arguments: outputs.indices)
    func `no planted secret survives redaction`(index: Int) {
        let (place, output) = Self.outputs[index]
        #expect(!output(.standard).contains("c4n4"), "\(place)")
    }

    @Test func `every planted secret would be seen without redaction`() {
        let unseen = Self.outputs.filter { !$0.1(.off).contains(Self.canary.dropLast(4)) }
        #expect(unseen.map(\.0) == [])
        #expect(Self.outputs.count > 400)
    }

    @Test func `a body cut off anywhere leaks no more than a whole one`() {
        let body =
            #"{"id":1,"user":{"password":"c4n4ry7x","auth_token":["c4n4ry7x",{"x":"c4n4ry7x"}],"url":"https://u:c4n4ry7x@h/?sig=c4n4ry7x"}}"#
        for length in 0...body.utf8.count {
            let redacted = Redaction.standard.json(Data(body.utf8.prefix(length)))
            #expect(!String(decoding: redacted, as: UTF8.self).contains("c4n4"), "\(length)")
        }
    }
}
