import EndpointLaws

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Damage {
    /// For each law about streams, a client that breaks only that law.
    static let ofStreams: [ClientLaw: Damage] = [
        .streamBytes: .streams(of: .streamBytes) { $0?.dropLast() },
        .streamFailure: .responses { response, request in
            if request.isOf(.streamFailure) { response.body = .stream(response.chunks) }
        },
        .streamBegins: .requests { request, _ in
            if request.isOf(.streamBegins) { request.wantsStream = false }
        },
        .streamCut: .streams(of: .streamCut, hiding: { $0 is URLError }),
        .cancelledStream: .streams(of: .cancelledStream, hiding: { $0 is CancellationError }),
        .droppedStream: .responses { response, request in
            if request.isOf(.droppedStream) { kept.withLock { $0.append(response) } }
        },
    ]

    private static let kept = Locked([APIResponse]())
}

extension Damage {
    /// Changes the chunks of a law's responses, and hides some of the errors in their middle.
    private static func streams(
        of law: ClientLaw, _ change: @escaping @Sendable (Data?) -> Data? = { $0 },
        hiding isHidden: @escaping @Sendable (any Error) -> Bool = { _ in false }
    ) -> Damage {
        .responses { response, request in
            guard request.isOf(law) else { return }
            let chunks = response.chunks
            response.body = .stream(
                BodyStream {
                    var iterator = chunks.makeAsyncIterator()
                    do {
                        return change(try await iterator.next())
                    } catch  where isHidden(error) {
                        return nil
                    }
                })
        }
    }
}
