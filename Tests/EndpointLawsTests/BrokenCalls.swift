import EndpointLaws

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Damage {
    /// For each law about concurrent and consecutive calls, their end and their limits, a client that breaks only that
    /// law.
    static let ofCalls: [ClientLaw: Damage] = [
        .cancelledBeforeSending: .calls { request, _, next in
            guard Task.isCancelled else { return try await next(request) }
            return try await shielded { try await next(request) }
        },
        .cancelledBeforeHead: .errors { error, request in
            error is CancellationError && request.isOf(.cancelledBeforeHead) ? URLError(.cancelled) : nil
        },
        .cancelledInBody: .forgiving(.cancelledInBody, "half") { $0 is CancellationError },
        .cancelledUpload: .errors { error, request in
            error is CancellationError && request.isOf(.cancelledUpload) ? URLError(.networkConnectionLost) : nil
        },
        .cancelledConnection: .calls { request, _, next in
            guard request.isOf(.cancelledConnection) else { return try await next(request) }
            let end = Promise<APIResponse>()
            Task.detached {
                do { end.resolve(.success(try await next(request))) } catch { end.resolve(.failure(error)) }
            }
            return try await withTaskCancellationHandler {
                try await end.value {}
            } onCancel: {
                end.resolve(.failure(CancellationError()))
            }
        },
        .droppedClient: .calls { request, _, next in
            if request.isOf(.droppedClient) { kept.withLock { $0.append(next) } }
            return try await next(request)
        },

        .concurrentCalls: .urls { url, _ in url == "concurrentCalls?12" ? "concurrentCalls?10" : nil },
        .concurrentCancellations: Damage {
            let wasCancelled = Locked(false)
            return { request, _, next in
                guard request.isOf(.concurrentCancellations) else { return try await next(request) }
                do {
                    let response = try await next(request)
                    if wasCancelled.withLock({ $0 }) { throw URLError(.networkConnectionLost) }
                    return response
                } catch is CancellationError {
                    wasCancelled.withLock { $0 = true }
                    throw CancellationError()
                }
            }
        },
        .callAfterCancellation: Damage {
            let isStale = Locked(false)
            return { request, _, next in
                guard request.isOf(.callAfterCancellation) else { return try await next(request) }
                do {
                    var response = try await next(request)
                    if isStale.withLock({ $0 }) { response.body = .data(Data("half".utf8)) }
                    return response
                } catch is CancellationError {
                    isStale.withLock { $0 = true }
                    throw CancellationError()
                }
            }
        },
        .cookies: remembering { request, response, memory in
            if let memory { request.urlRequest.setValue(memory, forHTTPHeaderField: "Cookie") }
            return response?.headers["Set-Cookie"]
        },
        .credentialForgotten: remembering { request, response, memory in
            let own = request.urlRequest.value(forHTTPHeaderField: "Authorization")
            if own == nil, let memory { request.urlRequest.setValue(memory, forHTTPHeaderField: "Authorization") }
            return own
        },
        .lateBody: stale("stale") { request in request.isOf(.lateBody) },
        .secondResponse: stale("first") { request in request.isOf(.secondResponse) },
        .closedConnection: Damage {
            let count = Locked(0)
            return { request, _, next in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 2, request.isOf(.closedConnection) { throw URLError(.networkConnectionLost) }
                return try await next(request)
            }
        },
        .sentOnce: .calls { request, _, next in
            do {
                return try await next(request)
            } catch let error as URLError where request.isOf(.sentOnce) {
                _ = error
                return try await next(request)
            }
        },

        .passedDeadline: .requests { request, _ in
            if let timeLeft = request.context.timeLeft, timeLeft <= .zero { request.context = CallContext() }
        },
        .deadline: .requests { request, _ in
            guard request.isOf(.deadline) else { return }
            request.context = CallContext()
        },
        .attemptLimit: .requests { request, _ in request.context.attemptLimit = nil },
    ]

    /// The laws whose checks do not end for the client that breaks them.
    static let hanging: Set<ClientLaw> = [
        .cancelledConnection, .droppedClient, .deadline, .attemptLimit, .streamBegins, .droppedStream,
    ]

    private static let kept = Locked([Next]())

    private static func shielded<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Task.detached { try await operation() }.value
    }

    /// A client that changes a request depending on stored state of earlier ones, and returns the new state.
    private static func remembering(
        _ change: @escaping @Sendable (inout APIRequest, APIResponse?, String?) -> String?
    ) -> Damage {
        Damage {
            let memory = Locked<String?>(nil)
            return { request, _, next in
                var request = request
                let remembered = memory.withLock { $0 }
                let own = change(&request, nil, remembered)
                let response = try await next(request)
                if let new = own ?? change(&request, response, nil) { memory.withLock { $0 = new } }
                return response
            }
        }
    }

    /// A client whose second response is an old one.
    private static func stale(_ text: String, _ isConcerned: @escaping @Sendable (APIRequest) -> Bool) -> Damage {
        .responses { response, request in
            if isConcerned(request), request.path.hasSuffix("?after") { response.body = .data(Data(text.utf8)) }
        }
    }
}
