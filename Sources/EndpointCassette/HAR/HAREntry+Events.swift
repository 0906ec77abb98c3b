extension HAREntry {
    /// A stream of events of which only Chrome's list was kept becomes a body again, with the times as its pieces.
    func events(_ outcome: inout Interaction.Outcome) throws -> [Interaction.Chunk] {
        guard case .response(var response) = outcome, response.body.isEmpty,
            let messages = try node.list("_eventSourceMessages", in: ""), !messages.isEmpty
        else { return [] }
        let path = "_eventSourceMessages"
        let times = try messages.map { try $0.number("time", in: path) ?? 0 }
        let texts = try messages.map { message in
            let data = try message.text("data", in: path) ?? ""
            return ServerEvent(
                name: try message.text("eventName", in: path) ?? "", id: try message.text("eventId", in: path) ?? "",
                data: data.split(separator: "\n", omittingEmptySubsequences: false)
            ).text
        }
        response.body = Data(texts.joined().utf8)
        outcome = .response(response)
        return zip(texts, times).map { text, time in
            Interaction.Chunk(length: text.utf8.count, time: Duration(milliseconds: (time - times[0]) * 1000))
        }
    }
}
