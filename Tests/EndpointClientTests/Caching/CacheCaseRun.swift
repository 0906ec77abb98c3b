import EndpointTesting

@testable import EndpointClient
@testable import EndpointCore

/// How a case ended.
enum CacheCaseResult: Hashable, Sendable {
    case passed
    /// The cache did not do what is expected.
    case failed(String)
    /// What the case needs could not be done, so that it says nothing.
    case notRun(String)
}

/// The clients for cases: the origins of all cases behind one client, with any store, and a time that passes only when
/// a case says so.
struct CacheCaseRunner: Sendable {
    let clock: TestClock
    let origins: OriginFolder
    let cache: HTTPCache
    let client: any APIClient

    /// - Parameters:
    ///   - store: where responses are kept.
    ///   - makeInner: makes the client inside the cache, which has a base URL and answers from the origins.
    init(
        store: any CacheStore, options: HTTPCache.Options = .init(),
        around makeInner: (OriginFolder) throws -> any APIClient
    ) rethrows {
        clock = TestClock()
        origins = OriginFolder(clock)
        cache = HTTPCache(store: store, options: options)
        client = try makeInner(origins).caching(in: cache, time: origins.time)
    }

    /// Runs a case: its requests, and then the checks of what the origin has seen.
    func run(_ script: CacheCase) async -> CacheCaseResult {
        let origin = ScriptedOrigin(script)
        origins.add(origin)
        for number in 1...script.requests.count {
            let config = script.requests[number - 1]
            let date = origins.time.date()
            let result = await Result { try await client.send(request(number, of: script, origin, at: date)) }
            await cache.refreshes.settle()
            let checks = CacheCaseChecks(config, number, origin, script)
            if let problem = checks.problem(in: result) { return problem }
            if config["pause_after"] == .bool(true) { clock.advance(by: .seconds(3)) }
        }
        for number in 1...script.requests.count {
            let checks = CacheCaseChecks(script.requests[number - 1], number, origin, script)
            if let problem = checks.problemOfOrigin() { return problem }
        }
        return .passed
    }

    private func request(
        _ number: Int, of script: CacheCase, _ origin: ScriptedOrigin, at date: Date
    ) throws -> APIRequest {
        let config = script.requests[number - 1]
        var path = "cases/\(script.id)"
        if let name = config["filename"]?.string { path += "/\(name)" }
        if let query = config["query_arg"]?.string { path += "?\(query)" }
        var request = URLRequest(url: URL(string: path) ?? URL(fileURLWithPath: "/"))
        request.httpMethod = config.method
        request.setValue("\(number)", forHTTPHeaderField: "Req-Num")
        for header in config["request_headers"]?.elements ?? [] {
            var value = config.value(of: header, at: date)
            if config["magic_ims"] == .bool(true), let seconds = header[1]?.integer,
                let previous = origin.value(of: "Last-Modified", in: number - 1),
                let modified = HTTPDate(previous, relativeTo: date)?.date
            {
                value = HTTPDateText.text(modified + Double(seconds))
            }
            request.addValue(value, forHTTPHeaderField: header[0]?.string ?? "")
        }
        if let body = config["request_body"]?.string { request.httpBody = Data(body.utf8) }
        if config["cache"]?.string == "no-cache" { request.cachePolicy = .reloadRevalidatingCacheData }
        return APIRequest(request, for: RawEndpoint(request))
    }
}

/// The origins of all cases, by the name of the case in the path.
final class OriginFolder: Sendable {
    private let origins = Locked<[String: ScriptedOrigin]>([:])
    private let clock: TestClock

    init(_ clock: TestClock) { self.clock = clock }

    /// The clock's time, from 2026 on.
    var time: TimeSource {
        var time = clock.time
        let date = time.date
        time.date = { Date(timeIntervalSince1970: 1_767_225_600 + date().timeIntervalSinceReferenceDate) }
        return time
    }

    func add(_ origin: ScriptedOrigin) { origins.withLock { $0[origin.script.id] = origin } }

    /// - Parameter path: the path and the query, with `cases` and the name of the case.
    func answer(method: String, headers: HeaderFields, base: String, path: String) -> LoopbackResponse? {
        let parts = path.split(separator: "?")[0].split(separator: "/").drop { $0 != "cases" }
        guard parts.count > 1, let origin = origins.withLock({ $0[String(parts[parts.startIndex + 1])] }) else {
            return LoopbackResponse(status: 404)
        }
        return origin.answer(
            method: method, headers: headers, url: "\(base)/cases/\(origin.script.id)", at: time.date())
    }

    /// A client that answers without a network.
    func memoryClient() -> MockClient {
        MockClient(baseURL: URL(string: "https://origin.example")) { [self] request in
            let url = request.urlRequest.url?.absoluteString ?? ""
            let reply = answer(
                method: request.urlRequest.httpMethod ?? "GET", headers: HeaderFields(request.urlRequest),
                base: "https://origin.example", path: String(url.dropFirst("https://origin.example".count)))
            guard let reply else { throw URLError(.networkConnectionLost) }
            return try .answer(reply.status, headers: reply.headers, body: reply.body, to: request)
        }
    }

    /// A server on this machine.
    func server() throws -> LoopbackServer {
        try LoopbackServer { [self] request in
            let reply = answer(
                method: request.method, headers: request.headers, base: "http://\(request.header("Host") ?? "")",
                path: request.target)
            return reply.map { .response($0) } ?? .closeWithoutAnswer
        }
    }
}
