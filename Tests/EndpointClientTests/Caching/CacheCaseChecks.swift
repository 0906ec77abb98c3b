import EndpointTesting

@testable import EndpointCore

/// The checks of one request of a case.
struct CacheCaseChecks {
    private let config: CacheCaseRequest
    private let number: Int
    private let origin: ScriptedOrigin
    private let script: CacheCase

    init(_ config: CacheCaseRequest, _ number: Int, _ origin: ScriptedOrigin, _ script: CacheCase) {
        (self.config, self.number, self.origin, self.script) = (config, number, origin, script)
    }

    /// What is wrong with the response of the client; nil if nothing is.
    func problem(in result: Result<APIResponse, any Error>) -> CacheCaseResult? {
        switch result {
        case .failure(let error):
            if config["disconnect"] == .bool(true), config["expected_status"] == .null { return nil }
            return problem("expected_status", "request \(number) failed: \(error)")
        case .success(let response):
            return type(response) ?? status(response) ?? sent(response) ?? present(response) ?? missing(response)
                ?? body(response)
        }
    }

    private func problem(_ check: String, _ text: String, isSetup: Bool = false) -> CacheCaseResult {
        isSetup || config.isSetup(check) ? .notRun(text) : .failed(text)
    }

    private func type(_ response: APIResponse) -> CacheCaseResult? {
        let count = response.headers["Server-Request-Count"].flatMap { Int($0) }
        switch config.type {
        case "cached" where !(count.map { $0 < number } ?? (response.http.statusCode == 304)):
            return problem("expected_type", "response \(number) doesn't come from the cache")
        case "not_cached" where count != number:
            return problem("expected_type", "response \(number) comes from the cache")
        default: return nil
        }
    }

    private func status(_ response: APIResponse) -> CacheCaseResult? {
        let status = response.http.statusCode
        let (expected, isStated): (Int, Bool) =
            if let stated = config["expected_status"] { (Int(stated.integer ?? 0), true) } else {
                (config.status, false)
            }
        if status == expected { return nil }
        let text = "response \(number) has the status \(status), not \(expected)"
        return problem("expected_status", text, isSetup: !isStated && status != 999)
    }

    /// The headers that the client has to see if the origin has answered.
    private func sent(_ response: APIResponse) -> CacheCaseResult? {
        guard config.type != "cached", let request = origin.request(number), request.number == number else {
            return nil
        }
        for header in config.headers where header[2] != .bool(false) {
            let name = header[0]?.string ?? ""
            if config["magic_locations"] == .bool(true), name.lowercased().hasSuffix("location") { continue }
            let expected = origin.value(of: name, in: number)
            if let expected, response.headers[name].map({ !$0.contains(expected) }) ?? true {
                return problem("response_headers", "response \(number) lacks \(name): \(expected)", isSetup: true)
            }
        }
        return nil
    }

    private func present(_ response: APIResponse) -> CacheCaseResult? {
        for header in config["expected_response_headers"]?.elements ?? [] {
            let name = header[0]?.string ?? header.string ?? ""
            let value = response.headers[name]
            if isAsExpected(value, header, response) { continue }
            return problem(
                "expected_response_headers", "response \(number) has \(name): \(value ?? "nothing"), not \(header)")
        }
        return nil
    }

    private func isAsExpected(_ value: String?, _ header: JSONValue, _ response: APIResponse) -> Bool {
        guard header.string == nil, let value else { return value != nil }
        switch (header[1]?.string, header[2]) {
        case ("=", let other?): return value == response.headers[other.string ?? ""]
        case (">", let least?): return (Int64(value) ?? 0) > least.integer ?? 0
        default:
            let now = response.headers["Server-Now"].flatMap { Double($0) } ?? 0
            return value == config.value(of: header, at: Date(timeIntervalSince1970: now / 1000))
        }
    }

    private func missing(_ response: APIResponse) -> CacheCaseResult? {
        for header in config["expected_response_headers_missing"]?.elements ?? [] {
            guard let value = response.headers[header.string ?? header[0]?.string ?? ""] else { continue }
            if let unwanted = header[1]?.string, !value.contains(unwanted) { continue }
            return problem("expected_response_headers_missing", "response \(number) has \(header)")
        }
        return nil
    }

    private func body(_ response: APIResponse) -> CacheCaseResult? {
        let status = response.http.statusCode
        guard config.checksBody, status != 204, status != 304, config.method != "HEAD" else { return nil }
        let expected = config["expected_response_text"]?.string ?? config["response_body"]?.string ?? script.body
        let text = String(decoding: response.data, as: UTF8.self)
        if text == expected { return nil }
        let isStated = config["expected_response_text"] != nil
        return problem("expected_response_text", "response \(number) has the body \(text)", isSetup: !isStated)
    }

    /// What is wrong with the requests that the origin has seen.
    func problemOfOrigin() -> CacheCaseResult? {
        let request = origin.request(number)
        let conditions = ["etag_validated": "If-None-Match", "lm_validated": "If-Modified-Since"]
        if let condition = conditions[config.type], request?.headers[condition] == nil {
            return problem("expected_type", "request \(number) has no \(condition)")
        }
        if let method = config["expected_method"]?.string, request?.method != method {
            return problem("expected_method", "request \(number) isn't \(method)")
        }
        for header in config["expected_request_headers"]?.elements ?? [] {
            let value = request?.headers[header[0]?.string ?? header.string ?? ""]
            if value == nil || header[1].map({ $0.string != value }) ?? false {
                return problem("expected_request_headers", "request \(number) has \(value ?? "nothing"), not \(header)")
            }
        }
        for header in config["expected_request_headers_missing"]?.elements ?? [] {
            if request?.headers[header[0]?.string ?? header.string ?? ""] != nil {
                return problem("expected_request_headers_missing", "request \(number) has \(header)")
            }
        }
        return nil
    }
}
