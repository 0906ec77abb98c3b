extension ClientLaws {
    static let cancellation: [ClientLaw] = [
        .cancelledBeforeSending, .cancelledBeforeHead, .cancelledInBody, .cancelledUpload, .cancelledConnection,
        .droppedClient,
    ]
}

// A cancelled call ends immediately. The server never ends these exchanges, so only the cancellation can end the call.
extension ClientLaw {
    /// A task that is already cancelled sends nothing.
    public static let cancelledBeforeSending = ClientLaw(
        "cancelledBeforeSending", "A cancelled task sends nothing.", .cancellation
    ) { trial in
        let site = try trial.serve { _ in .status(204) }
        let request = try site.request()
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await site.client.send(request)
        }
        call.cancel()
        await trial.expectCancelled("A call of a cancelled task", call)
        _ = try await site.send("GET", "/after")
        trial.expect("Targets", site.requests.map(\.target), is: [site.target("/after")])
    }

    /// A call ends while it waits for the response.
    public static let cancelledBeforeHead = ClientLaw(
        "cancelledBeforeHead", "A call that is cancelled before the response ends with a CancellationError.",
        .cancellation,
        needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .stall }
        let call = site.start(try site.request())
        _ = await site.loopback.received(1)
        call.cancel()
        await trial.expectCancelled("A call without a response", call)
    }

    /// A call ends in the middle of the body, and the part that has arrived is not a response.
    public static let cancelledInBody = ClientLaw(
        "cancelledInBody", "A call that is cancelled in the body ends with a CancellationError.", .cancellation,
        needs: [.sockets]
    ) { trial in
        let reply = StagedReply("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf", then: "half")
        let site = try trial.serve { _ in reply.start() }
        let call = site.start(try site.request())
        await reply.firstPartSent()
        call.cancel()
        await trial.expectCancelled("Half a body", call)
    }

    /// A call ends while it sends.
    public static let cancelledUpload = ClientLaw(
        "cancelledUpload", "An upload that is cancelled ends with a CancellationError.", .cancellation,
        needs: [.sockets]
    ) { trial in
        let begun = AwaitableValue(false)
        let site = try trial.serve(options: LoopbackOptions(bodies: .counted)) { _ in
            begun.update { $0 = true }
            return .stall
        }
        var request = try site.upload(.data(Data(count: 16_000_000)))
        request.progress = { report in if report.bytes > 0 { begun.update { $0 = true } } }
        let call = site.start(request)
        await begun.wait { $0 }
        call.cancel()
        await trial.expectCancelled("An upload", call)
    }

    /// The resources of a cancelled call are freed: its connection is closed, so the server can stop too.
    public static let cancelledConnection = ClientLaw(
        "cancelledConnection", "The connection of a cancelled call is closed.", .cancellation, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .stall }
        let call = site.start(try site.request())
        _ = await site.loopback.received(1)
        call.cancel()
        _ = await call.result
        await site.loopback.connectionsClosed()
    }

    /// A client that is released keeps no connection.
    public static let droppedClient = ClientLaw(
        "droppedClient", "A client that is released closes its connections.", .cancellation, needs: [.sockets]
    ) { trial in
        let site = try trial.serve { _ in .text("kept") }
        let request = try site.request()
        _ = try await trial.client(for: site.server).send(request)
        await site.loopback.connectionsClosed()
    }
}

/// A reply in two parts. The second is sent when the check releases it; then the connection stays open until the client
/// closes it.
struct StagedReply: Sendable {
    /// Nil if the first part contains the head.
    private let head: LoopbackResponse?
    private let parts: [Data]
    private let isAllowed = AwaitableValue(false)
    private let begun = AwaitableValue(0)
    private let isOver = AwaitableValue(false)

    /// Exactly these bytes, head included.
    init(_ first: String, then second: String) {
        parts = [Data(first.utf8), Data(second.utf8)]
        head = nil
    }

    /// A successful response with this body.
    init(body first: String, then second: String) {
        parts = [Data(first.utf8), Data(second.utf8)]
        head = LoopbackResponse(headers: ["Content-Length": "\(first.utf8.count + second.utf8.count)"])
    }

    /// The reply of the server.
    func start() -> LoopbackReply {
        head.map { .stream($0, pieces) } ?? .rawStream(pieces)
    }

    private var pieces: AsyncStream<Data> {
        AsyncStream {
            let number = begun.update { count in
                count += 1
                return count
            }
            switch number {
            case 1: return parts[0]
            case 2:
                await isAllowed.wait { $0 }
                return parts[1]
            default:
                isOver.update { $0 = true }
                await AwaitableValue(false).wait { $0 }
                return nil
            }
        } onCancel: {
            isOver.update { $0 = true }
        }
    }

    /// Suspends until the first part has been sent.
    func firstPartSent() async { await begun.wait { $0 >= 2 } }

    /// Sends the second part. Suspends until it is sent, or until the client has closed the connection.
    func sendSecondPart() async {
        isAllowed.update { $0 = true }
        await isOver.wait { $0 }
    }
}
