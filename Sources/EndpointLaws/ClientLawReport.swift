/// The results of ``ClientLaws`` for a client.
public struct ClientLawReport: Sendable {
    /// The result of each law, in the order in which they were checked.
    public let results: [ClientLawResult]

    /// What must be fixed: broken laws that are not declared, and declared ones that are kept.
    public var violations: [ClientLawResult] { results.filter { $0.violation != nil } }

    /// The laws that the client keeps.
    public var kept: [ClientLaw] { results.filter { $0.outcome == .kept }.map(\.law) }

    /// The laws that the client is declared not to keep, and does not.
    public var declared: [ClientLawResult] {
        results.filter { if case .declared = $0.outcome { true } else { false } }
    }
}

extension ClientLawReport: CustomStringConvertible {
    /// The numbers of laws, then each violation and each declared exception on a line of its own.
    public var description: String {
        let opening =
            "\(results.count.counted("law")): \(kept.count) kept, \(violations.count) violated, \(declared.count.counted("declared exception"))"
        return ([opening] + (violations + declared).map { "  \($0)" }).joined(separator: "\n")
    }
}

/// The result of one law for a client.
public struct ClientLawResult: Sendable {
    /// The law.
    public let law: ClientLaw

    /// The result of the check.
    public let outcome: Outcome

    init(_ law: ClientLaw, _ outcome: Outcome) {
        self.law = law
        self.outcome = outcome
    }

    /// The result of the check.
    public enum Outcome: Hashable, Sendable {
        /// The client keeps the law.
        case kept
        /// The client breaks the law. Each finding is a sentence with what was expected and what was received.
        case broken([String])
        /// The client is declared not to keep the law. The findings are empty if the check was not run.
        case declared(reason: String, findings: [String])
        /// The client is declared not to keep the law, but it does: the declaration is out of date.
        case keptAlthoughDeclared(reason: String)
    }

    /// What must be fixed, as sentences; nil if the law is kept, or declared and not kept.
    public var violation: String? {
        switch outcome {
        case .broken(let findings): findings.joined(separator: " ")
        case .keptAlthoughDeclared(let reason): "The law is kept, although an exception is declared: \(reason)"
        case .kept, .declared: nil
        }
    }
}

extension ClientLawResult: CustomStringConvertible {
    /// `emptyHeader: A header with an empty value arrives. – BROKEN: X-Law: expected "", got nil.`
    public var description: String {
        switch outcome {
        case .kept: "\(law)"
        case .broken, .keptAlthoughDeclared: "\(law) – BROKEN: \(violation ?? "")"
        case .declared(let reason, let findings):
            "\(law) – declared: \(reason)"
                + (findings.isEmpty ? " (not run)" : " (found: \(findings.joined(separator: " ")))")
        }
    }
}

/// Why a client does not keep a law. A string literal is the reason of an exception whose law is still checked.
public struct ClientLawException: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The reason, as a sentence or a part of one.
    public let reason: String

    let isRun: Bool

    /// An exception whose law is still checked: if it is kept after all, that is reported.
    public init(stringLiteral reason: String) {
        self.init(reason, isRun: true)
    }

    private init(_ reason: String, isRun: Bool) {
        self.reason = reason
        self.isRun = isRun
    }

    /// An exception whose law is still checked: if it is kept after all, that is reported.
    public static func broken(_ reason: String) -> ClientLawException {
        ClientLawException(reason, isRun: true)
    }

    /// An exception whose law must not be checked, because the check would crash the process, or because it is kept
    /// only sometimes.
    public static func notRun(_ reason: String) -> ClientLawException {
        ClientLawException(reason, isRun: false)
    }
}
