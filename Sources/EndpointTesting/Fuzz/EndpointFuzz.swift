/// Makes an endpoint's request of hostile values, and checks that each stays in its place.
///
/// ```swift
/// try EndpointFuzz.check { BookEndpoint(id: $0) }
/// ```
///
/// Checked is that every request has the path of a harmless one but for the value, in which the value arrives as it is; that
/// nothing is added to query, fragment or headers; that GET and HEAD have no body; and that the same endpoint makes the same
/// request twice. An endpoint may refuse a value instead, with a `RequestError`.
public enum EndpointFuzz {
    /// Values that have broken into other people's URLs.
    public static let hostileValues = [
        "", ".", "..", "/", "a/b", "../admin", "../../admin", "%2F", "%2e%2e", "..%2Fadmin", "//evil.example.com",
        "http://evil.example.com/", "\\..\\admin", "?x=1#f", "&x=1", ";x=1", "#f", "a b", "+", "%", "%zz",
        "\r\nX-Injected: 1",
        "\n", "\u{0}", "\u{2028}", "'\"<>", "{}[]|^`", "@evil.example.com", ":8080", "ÄÖ", "e\u{301}", "👩‍👩‍👧", "\u{202E}",
        String(repeating: "x", count: 10_000),
    ]

    /// Checks the endpoint that the closure makes of a value, for each of the values.
    ///
    /// - Throws: ``FuzzFailure`` that lists every violation with its value, or what the endpoint throws for a harmless value.
    @discardableResult
    public static func check<E: Endpoint>(
        values: [String] = hostileValues, _ make: (String) throws -> E
    ) throws -> FuzzReport {
        let report = try report(values: values, make)
        if !report.violations.isEmpty { throw FuzzFailure(report: report) }
        return report
    }

    /// The same without an opinion: all that was found.
    ///
    /// - Throws: what the endpoint throws for a harmless value.
    public static func report<E: Endpoint>(
        values: [String] = hostileValues, _ make: (String) throws -> E
    ) throws -> FuzzReport {
        let template = FuzzTemplate(try FuzzInput(make(FuzzTemplate.value)))
        var report = FuzzReport(endpoint: "\(E.self)", path: template.path)
        if try FuzzInput(make(FuzzTemplate.otherValue)) == template.sample {
            report.violations.append(
                FuzzViolation(FuzzTemplate.value, "is nowhere in the request: nothing can be checked"))
        }
        for value in [FuzzTemplate.value] + values { check(value, make, template, &report) }
        return report
    }

    private static func check<E: Endpoint>(
        _ value: String, _ make: (String) throws -> E, _ template: FuzzTemplate, _ report: inout FuzzReport
    ) {
        guard let endpoint = try? make(value) else { return report.refused.append(value) }
        do {
            let (sample, again) = (try FuzzInput(endpoint), try FuzzInput(endpoint))
            report.accepted.append(value)
            report.violations += (template.problems(of: sample, value) + sample.problems(again)).map {
                FuzzViolation(value, $0)
            }
        } catch is RequestError {
            report.refused.append(value)
        } catch {
            report.violations.append(FuzzViolation(value, "throws \(type(of: error)) in place of a RequestError"))
        }
    }
}

/// What ``EndpointFuzz`` found out about an endpoint.
public struct FuzzReport: Hashable, Sendable {
    /// The endpoint's type.
    public let endpoint: String

    /// The path of its requests with `{}` in place of the value.
    public let path: String

    /// The values of which it made a request, good or bad.
    public internal(set) var accepted: [String] = []

    /// The values that it refused.
    public internal(set) var refused: [String] = []

    /// What is wrong.
    public internal(set) var violations: [FuzzViolation] = []

    init(endpoint: String, path: String) {
        self.endpoint = endpoint
        self.path = path
    }
}

extension FuzzReport: CustomStringConvertible {
    /// The endpoint, what was tried, and each violation on a line of its own.
    public var description: String {
        let opening =
            "\(endpoint) (\(path)): \(accepted.count) values accepted, \(refused.count) refused, \(violations.count) violations"
        return ([opening] + violations.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// A value with which an endpoint's request does what it must not.
public struct FuzzViolation: Hashable, Sendable {
    /// The value.
    public let value: String

    /// What is wrong, as the end of a sentence that begins with the value.
    public let problem: String

    init(_ value: String, _ problem: String) {
        self.value = value
        self.problem = problem
    }
}

extension FuzzViolation: CustomStringConvertible {
    /// `"../admin" changes the number of path segments from 2 to 3: books/../admin`
    public var description: String {
        let text = value.unicodeScalars.prefix(40).map { $0.escaped(asASCII: true) }.joined()
        let rest = value.unicodeScalars.count > 40 ? "… (\(value.utf8.count) bytes)" : ""
        return "\"\(text)\(rest)\" \(problem)"
    }
}

/// An endpoint that lets a value break out of its place.
public struct FuzzFailure: Error, Hashable, Sendable {
    /// All that was found.
    public let report: FuzzReport
}

extension FuzzFailure: CustomStringConvertible, LocalizedError {
    public var description: String { report.description }

    public var errorDescription: String? { description }
}
