/// A stored response without its body, as the store has it and as the policy reads it.
struct CacheEntry: Sendable {
    private(set) var head: CachedHead
    private(set) var stored: StoredResponse

    init(_ head: CachedHead) {
        self.head = head
        var headers = HeaderFields()
        headers.reserveCapacity(head.fields.count + 2)
        for field in head.fields where field.count == 2 { headers.append(field[0], field[1]) }
        stored = StoredResponse(
            status: head.status, headers: headers, requestTime: head.requestTime, responseTime: head.responseTime)
    }

    var id: CacheRefreshes.ID { CacheRefreshes.ID(head) }

    /// The response after the server has confirmed it.
    func confirmed(by confirmation: APIResponse, _ requestTime: Double, _ responseTime: Double) -> CacheEntry {
        var confirmed = head
        confirmed.fields = CacheRules.merged(stored.headers, with: confirmation.headers).map { [$0.name, $0.value] }
        (confirmed.requestTime, confirmed.responseTime) = (requestTime, responseTime)
        return CacheEntry(confirmed)
    }

    /// Whether both have the same tag, so that the server has confirmed this one with the other.
    func isConfirmed(with other: CacheEntry) -> Bool {
        guard let tag = stored.headers["ETag"], !tag.isEmpty else { return false }
        return tag == other.stored.headers["ETag"]
    }

    /// The response for a caller; nil if its body is missing, or another response has replaced it.
    func response(
        to call: CachedCall, _ freshness: CacheFreshness, from store: any CacheStore
    ) async -> APIResponse? {
        var headers = stored.headers
        headers["Age"] = "\(max(0, CacheStatus.whole(freshness.age)))"
        var response = await response(to: call, headers, .hit(timeLeft: freshness.timeLeft), from: store)
        response?.stored = StoredAnswer()
        return response
    }

    /// The response that was confirmed just now.
    func response(to call: CachedCall, from store: any CacheStore) async -> APIResponse? {
        await response(to: call, stored.headers, .forwarded(.stale, status: 304, isStored: true), from: store)
    }

    /// The response that a 304 of the server confirms, as the server would have sent it.
    func whole(confirmedBy confirmation: APIResponse, from store: any CacheStore) async -> APIResponse? {
        let headers = CacheRules.merged(stored.headers, with: confirmation.headers)
        guard let body = await store.body(of: head), let http = http(status: head.status, headers) else { return nil }
        var whole = APIResponse(http: http, headers: headers, body: .data(body))
        whole.metrics = confirmation.metrics
        return whole
    }

    private func response(
        to call: CachedCall, _ headers: HeaderFields, _ cacheStatus: CacheStatus, from store: any CacheStore
    ) async -> APIResponse? {
        guard let body = await store.body(of: head) else { return nil }
        var (status, headers, part) = (head.status, headers, body)
        if let range = call.rules.headers["Range"], status == 200, call.rules.method == "GET" {
            guard let range = CacheRange(range, total: body.count), !headers.contains("Content-Encoding") else {
                return nil
            }
            (status, headers, part) = (
                206, range.headers(headers),
                Data(
                    body.dropFirst(range.bytes.lowerBound)
                        .prefix(range.bytes.count))
            )
        }
        headers.append(cacheStatus)
        guard let http = http(status: status, headers) else { return nil }
        return APIResponse(http: http, headers: headers, body: .data(call.rules.method == "HEAD" ? Data() : part))
    }

    private func http(status: Int, _ headers: HeaderFields) -> HTTPURLResponse? {
        // Foundation on Linux ends the process beyond.
        guard Double(headers["Content-Length"] ?? "") ?? 0 < 0x1p53 else { return nil }
        return HTTPURLResponse(
            url: head.url, statusCode: status, httpVersion: head.httpVersion, headerFields: headers.dictionary)
    }
}

extension HeaderFields {
    /// Adds a cache after those that the response has passed (RFC 9211 §2).
    fileprivate mutating func append(_ status: CacheStatus) {
        self["Cache-Status"] = self["Cache-Status"].map { "\($0), \(status.text)" } ?? status.text
    }
}

extension APIResponse {
    /// This response with what the cache did, in its ``headers`` alone: a new `HTTPURLResponse` takes as long as the
    /// rest of a miss.
    func marked(_ status: CacheStatus) -> APIResponse {
        var headers = headers
        headers.append(status)
        var response = APIResponse(http: http, headers: headers, body: body)
        (response.metrics, response.retries, response.trailers) = (metrics, retries, trailers)
        return response
    }
}
