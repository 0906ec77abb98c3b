import EndpointCassette
import TestSupport
import Testing

/// Kinds of secrets × their disguises × the places where they stand: a sample of the combinations, and all of them with
/// `ENDPOINT_THOROUGH=1`. And the other side: replies without secrets, which stay as they are.
@Suite struct SecretTrialTests {
    @Test func `no secret beside its name survives`() {
        var leaks = Findings()
        for (name, value) in SecretKinds.named {
            for place in SecretPlace.allCases {
                for disguise in SecretDisguise.allCases where disguise.occurs(in: place.syntax) {
                    for style in NameStyle.allCases where leaks.isSampled() {
                        let text = disguise.text(value)
                        let part = place.part(style.name(name), text)
                        leaks.check(!part.redacted(by: .standard).contains(text), part.text)
                    }
                }
            }
        }
        #expect(leaks.count == 0, "\(leaks)")
    }

    @Test func `no secret in a header of its own survives`() {
        var leaks = Findings()
        for (name, value) in SecretKinds.headers {
            for disguise in SecretDisguise.allCases where disguise.occurs(in: .header) {
                let text = disguise.text(value)
                for name in [name, name.lowercased(), name.uppercased()] where leaks.isSampled() {
                    leaks.check(!Redaction.standard.header(name, text).contains(text), "\(name): \(text)")
                    leaks.check(!Redaction.standard.text("> \(name): \(text)").contains(text), "> \(name): \(text)")
                }
            }
        }
        #expect(leaks.count == 0, "\(leaks)")
    }

    @Test func `no credential of a known format survives under a harmless name`() {
        var leaks = Findings()
        for secret in SecretKinds.issued {
            for place in SecretPlace.allCases {
                for name in ["note", "q", "value"] where leaks.isSampled() {
                    let part = place.part(name, secret)
                    leaks.check(!part.redacted(by: .standard).contains(secret), part.text)
                }
            }
        }
        #expect(leaks.count == 0, "\(leaks)")
    }

    @Test func `a secret that was sent isn't saved where the answer repeats it`() throws {
        var leaks = Findings()
        for secret in SecretKinds.echoed {
            let request = Interaction.Request(
                "GET", "https://api.example.com/v1/me", headers: ["Authorization": "Bearer \(secret)"])
            for place in SecretPlace.allCases {
                for disguise in SecretDisguise.allCases where disguise.occurs(in: place.syntax) && leaks.isSampled() {
                    let text = disguise.text(secret)
                    let part = place.part("note", text)
                    guard let file = try? Cassette([part.exchange(for: request)]).har(.complete) else { continue }
                    let (saved, _) = try Cassette.reading(har: file.data)
                    leaks.check(!saved.interactions.contains { $0.shows(text) }, part.text)
                }
            }
        }
        #expect(leaks.count == 0, "\(leaks)")
    }

    @Test func `replies without secrets aren't changed`() {
        let replies = RealisticReplies.all
        let damaged = replies.filter { MessagePart.body($0.text, $0.type).redacted(by: .standard) != $0.text }
        #expect(replies.count == 40)
        #expect(damaged.count <= 2, "\(damaged.map(\.name))")
    }

    @Test func `a harmless value at the place of a secret doesn't prevent saving`() {
        let damaged = HarmlessExchanges.all.filter { _, exchange in
            guard let file = try? Cassette([exchange]).har(), let (saved, _) = try? Cassette.reading(har: file.data)
            else {
                return true
            }
            return saved.interactions[0].response?.body != exchange.response?.body
        }
        #expect(damaged.map(\.name) == [])
    }
}

/// What a trial has found: how many combinations, how many that failed, and some of these.
private struct Findings: CustomStringConvertible {
    private(set) var count = 0
    private var combinations = 0
    private var checks = 0
    private var examples: [String] = []

    private static let step = 29

    /// Whether the next combination is tried: each of them if the trial is thorough.
    mutating func isSampled() -> Bool {
        combinations += 1
        return isThorough || combinations.isMultiple(of: Self.step)
    }

    mutating func check(_ passes: Bool, _ example: @autoclosure () -> String) {
        checks += 1
        guard !passes else { return }
        count += 1
        if examples.count < 40 { examples.append(example()) }
    }

    var description: String { "\(count) of \(checks):\n" + examples.joined(separator: "\n") }
}

extension Interaction {
    /// Whether the answer has this text in a header or its body.
    fileprivate func shows(_ text: String) -> Bool {
        guard let response else { return false }
        return response.headers.contains { $0.value.contains(text) }
            || String(decoding: response.body, as: UTF8.self).contains(text)
    }
}
