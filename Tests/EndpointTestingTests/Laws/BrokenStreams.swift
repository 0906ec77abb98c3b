import EndpointTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Damage {
    /// For each law about streams, a client that breaks it and no other.
    static let ofStreams: [ClientLaw: Damage] = [
        .streamBytes: .responses { response, request in
            guard request.isOf(.streamBytes) else { return }
            response.body = .stream(response.chunks.changing { $0?.dropLast() })
        },
        .streamFailure: .responses { response, request in
            if request.isOf(.streamFailure) { response.body = .stream(response.chunks) }
        },
        .streamBegins: .requests { request, _ in
            if request.isOf(.streamBegins) { request.wantsStream = false }
        },
        .streamCut: .responses { response, request in
            guard request.isOf(.streamCut) else { return }
            response.body = .stream(
                response.chunks.changing {
                    $0
                } onError: {
                    $0 is URLError
                })
        },
        .cancelledStream: .responses { response, request in
            guard request.isOf(.cancelledStream) else { return }
            response.body = .stream(
                response.chunks.changing {
                    $0
                } onError: {
                    $0 is CancellationError
                })
        },
        .droppedStream: .responses { response, request in
            if request.isOf(.droppedStream) { kept.withLock { $0.append(response) } }
        },
    ]

    private static let kept = Locked([APIResponse]())
}

extension BodyStream {
    /// The chunks as they are changed, ending without the errors that are to be hidden.
    fileprivate func changing(
        _ change: @escaping @Sendable (Data?) -> Data?,
        onError isHidden: @escaping @Sendable (any Error) -> Bool = { _ in false }
    ) -> BodyStream {
        BodyStream {
            var iterator = makeAsyncIterator()
            do {
                return change(try await iterator.next())
            } catch  where isHidden(error) {
                return nil
            }
        }
    }
}
