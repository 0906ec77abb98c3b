extension HARProjection {
    /// The request, in the order of the specification.
    mutating func request() throws -> JSONNode {
        let request = interaction.request
        var members: [(String, JSONNode)] = [
            ("method", .string(request.method)),
            ("url", .string(String(request.url.prefix { $0 != "#" }))),
            ("httpVersion", "HTTP/1.1"),
            ("cookies", .array(HARCookie.sent(request.headers))),
            ("headers", Self.headers(request.headers)),
            ("queryString", Self.pairs(CanonicalURL(request.url).query)),
        ]
        if let body = request.body { members.append(("postData", try postData(body))) }
        members += [("headersSize", -1), ("bodySize", .init(request.body?.data.count ?? 0))]
        return JSONNode(members)
    }

    /// The response, in the order of the specification. A failure has the status 0, as in Chrome.
    mutating func response() throws -> JSONNode {
        let response = interaction.response ?? Interaction.Response(0)
        var members: [(String, JSONNode)] = [
            ("status", .init(response.status)),
            ("statusText", .string(response.reason)),
            ("httpVersion", "HTTP/1.1"),
            ("cookies", .array(HARCookie.received(response.headers))),
            ("headers", Self.headers(response.headers)),
            ("content", try content(response)),
            ("redirectURL", .string(response.headers.value(of: "Location") ?? "")),
            ("headersSize", -1),
            ("bodySize", .init(response.body.count)),
        ]
        if let failure = interaction.failure {
            members.append(("_error", .string(failure.message.isEmpty ? failure.description : failure.message)))
        }
        return JSONNode(members)
    }

    /// The messages of an event stream, with the times at which their last bytes came. Chrome shows them as a list.
    func events(from start: Date) -> JSONNode? {
        guard let response = interaction.response,
            response.contentType.lowercased().hasPrefix("text/event-stream")
        else { return nil }
        let timing = interaction.timing
        let first = Timestamp.milliseconds(start) + (timing.blocked + timing.send + timing.wait).milliseconds
        let messages = ServerEvent.messages(of: response.body).map { event -> JSONNode in
            [
                "time": .number(Self.seconds(first + delay(of: event.end))),
                "eventName": .string(event.name.isEmpty ? "message" : event.name),
                "eventId": .string(event.id),
                "data": .string(event.data.joined(separator: "\n")),
            ]
        }
        return messages.isEmpty ? nil : .array(messages)
    }

    private func delay(of end: Int) -> Int {
        var length = 0
        let chunk = interaction.chunks.first { chunk in
            length += chunk.length
            return length >= end
        }
        return chunk?.time.milliseconds ?? 0
    }

    private static func seconds(_ milliseconds: Int) -> String {
        let rest = String(abs(milliseconds % 1000))
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    static func headers(_ fields: [HeaderField]) -> JSONNode {
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    static func pairs(_ items: [FormItem]) -> JSONNode {
        .array(items.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}
