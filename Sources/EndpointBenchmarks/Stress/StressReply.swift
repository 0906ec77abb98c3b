import EndpointTesting

/// What the server does about one request.
struct StressReply {
    let target: StressTarget
    let request: RecordedRequest

    /// Whether it is the first on its connection.
    let isFirst: Bool

    var reply: LoopbackReply {
        switch target.behaviour {
        case .answer, .refuse: .response(answer)
        case .slow: slow
        case .drip: drip
        case .moved301, .moved302, .moved303, .moved307, .moved308: moved
        case .challenge: challenge
        case .abandon: .cut(answer, afterBodyBytes: .max)
        case .drop: isFirst ? .response(answer) : .closeWithoutAnswer
        case .cut: .cut(longAnswer, afterBodyBytes: longAnswer.body.count / 2)
        case .cutAndReset: .cutThenReset(longAnswer, afterBodyBytes: longAnswer.body.count / 2)
        case .reset: .reset
        case .silence: .closeWithoutAnswer
        case .stall: .stall
        }
    }

    private var answer: LoopbackResponse {
        var response = LoopbackResponse(body: StressTarget.answerBytes(number: target.number, target.answer))
        response.headers = [
            LoopbackHeader(StressField.number, String(target.number)),
            LoopbackHeader(StressField.method, request.method),
            LoopbackHeader(StressField.arrived, String(request.bodyChecksum ?? 0)),
        ]
        return response
    }

    /// An answer that has a middle in which it can be cut.
    private var longAnswer: LoopbackResponse {
        var response = answer
        response.body += Data(repeating: 0, count: 100)
        return response
    }

    private var challenge: LoopbackReply {
        var response = answer
        response.status = 401
        response.headers.append(LoopbackHeader("WWW-Authenticate", #"Basic realm="stress""#))
        return .response(response)
    }

    private var moved: LoopbackReply {
        .redirect(target.behaviour.redirect ?? 302, to: target.finalPath)
    }

    private var slow: LoopbackReply {
        Thread.sleep(forTimeInterval: Double(target.number % 16) / 1000)
        return .response(answer)
    }

    private var drip: LoopbackReply {
        var head = answer
        let body = head.body
        head.body = Data()
        return .stream(head, StressDrip.pieces(of: body))
    }
}
