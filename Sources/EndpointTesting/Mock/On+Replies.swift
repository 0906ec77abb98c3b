extension On {
    /// …answer with this content, written as the endpoint reads it.
    public func reply(_ content: Content) -> On where Content: Encodable {
        reply(.content(content))
    }

    /// …answer with this JSON.
    public func reply(json: String) -> On {
        reply(.json(json))
    }

    /// …succeed.
    public func reply() -> On where Content == Void {
        reply(.status(204))
    }

    /// …answer like this.
    public func reply(_ reply: MockReply) -> On {
        changing { $0.replies.append(reply) }
    }

    /// …answer with a status and a body.
    public func status(_ status: Int, headers: [String: String] = [:], body: Data = Data()) -> On {
        reply(.status(status, headers: headers, body: body))
    }

    /// …answer with a status and JSON.
    public func status(_ status: Int, headers: [String: String] = [:], json: String) -> On {
        reply(.status(status, headers: headers, json: json))
    }

    /// …go wrong in this way.
    public func fail(_ fault: MockClient.Fault) -> On {
        reply(.fail(fault))
    }

    /// …and the next time answer with this content.
    public func then(_ content: Content) -> On where Content: Encodable {
        reply(content)
    }

    /// …and the next time answer like this.
    public func then(_ next: MockReply) -> On {
        reply(next)
    }

    func changing(_ change: (inout MockStub) -> Void) -> On {
        var copy = self
        change(&copy.stub)
        return copy
    }
}
