/// Makes an endpoint's request from hostile values and checks that no value changes the rest of the request.
///
/// ```swift
/// try EndpointFuzz.check { BookEndpoint(id: $0) }
/// ```
///
/// Each request is compared to the request of a harmless value. The path may differ only by the value, which must
/// arrive unchanged. Nothing may be added to the query, the fragment or the headers. GET and HEAD must have no body. An
/// endpoint must make the same request each time. It may reject a value with a `RequestError`.
public enum EndpointFuzz {
    /// Values that often break out of a URL or a header: path traversal, delimiters, line breaks, encoded characters.
    public static let hostileValues = [
        "", ".", "..", "/", "a/b", "../admin", "../../admin", "%2F", "%2e%2e", "..%2Fadmin", "//evil.example.com",
        "http://evil.example.com/", "\\..\\admin", "?x=1#f", "&x=1", ";x=1", "#f", "a b", "+", "%", "%zz",
        "\r\nX-Injected: 1",
        "\n", "\u{0}", "\u{2028}", "'\"<>", "{}[]|^`", "@evil.example.com", ":8080", "ÄÖ", "e\u{301}", "👩‍👩‍👧", "\u{202E}",
        String(repeating: "x", count: 10_000),
    ]

    /// Checks the endpoints that the closure makes from the values.
    ///
    /// - Throws: ``FuzzReport`` that lists every violation with its value, or the error of the endpoint for a harmless
    ///   value.
    @discardableResult
    public static func check<E: Endpoint>(
        values: [String] = hostileValues, _ make: (String) throws -> E
    ) throws -> FuzzReport {
        let report = try report(values: values, make)
        if !report.violations.isEmpty { throw report }
        return report
    }

    /// Checks the endpoints as ``check(values:_:)`` does, but returns the violations instead of throwing.
    ///
    /// - Throws: the error of the endpoint for a harmless value.
    public static func report<E: Endpoint>(
        values: [String] = hostileValues, _ make: (String) throws -> E
    ) throws -> FuzzReport {
        let baseline = FuzzBaseline(try FuzzedRequest(make(FuzzBaseline.value)))
        var report = FuzzReport(endpoint: "\(E.self)", path: baseline.path)
        if try FuzzedRequest(make(FuzzBaseline.otherValue)) == baseline.request {
            report.violations.append(
                FuzzReport.Violation(FuzzBaseline.value, "does not occur in the request: nothing can be checked"))
        }
        for value in [FuzzBaseline.value] + values { check(value, make, baseline, &report) }
        return report
    }

    private static func check<E: Endpoint>(
        _ value: String, _ make: (String) throws -> E, _ baseline: FuzzBaseline, _ report: inout FuzzReport
    ) {
        guard let endpoint = try? make(value) else { return report.refused.append(value) }
        do {
            let (first, second) = (try FuzzedRequest(endpoint), try FuzzedRequest(endpoint))
            report.accepted.append(value)
            report.violations += (baseline.problems(of: first, value) + first.problems(comparedTo: second)).map {
                FuzzReport.Violation(value, $0)
            }
        } catch is RequestError {
            report.refused.append(value)
        } catch {
            report.violations.append(FuzzReport.Violation(value, "throws \(type(of: error)) instead of a RequestError"))
        }
    }
}

/// The result of ``EndpointFuzz`` for an endpoint.
public struct FuzzReport: Error, Hashable, Sendable {
    /// The endpoint's type.
    public let endpoint: String

    /// The path of its requests with `{}` in place of the value.
    public let path: String

    /// The values for which the endpoint made a request, correct or not.
    public internal(set) var accepted: [String] = []

    /// The values that the endpoint rejected.
    public internal(set) var refused: [String] = []

    /// The incorrect requests.
    public internal(set) var violations: [Violation] = []

    init(endpoint: String, path: String) {
        self.endpoint = endpoint
        self.path = path
    }
}

extension FuzzReport: DescribedError {
    /// The endpoint, the numbers of values, and each violation on a line of its own.
    public var description: String {
        let opening =
            "\(endpoint) (\(path)): \(accepted.count.counted("value")) accepted, \(refused.count) refused, \(violations.count.counted("violation"))"
        return ([opening] + violations.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension FuzzReport {
    /// A value for which an endpoint makes an incorrect request.
    public struct Violation: Hashable, Sendable {
        /// The value.
        public let value: String

        /// The problem, as the end of a sentence that begins with the value.
        public let problem: String

        init(_ value: String, _ problem: String) {
            self.value = value
            self.problem = problem
        }
    }
}

extension FuzzReport.Violation: CustomStringConvertible {
    /// `"../admin" changes the number of path segments from 2 to 3: books/../admin`
    public var description: String {
        let text = value.unicodeScalars.prefix(40).map { $0.escaped(asASCII: true) }.joined()
        let rest = value.unicodeScalars.count > 40 ? "… (\(value.utf8.count) bytes)" : ""
        return "\"\(text)\(rest)\" \(problem)"
    }
}
