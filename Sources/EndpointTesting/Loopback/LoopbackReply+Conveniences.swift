extension LoopbackReply {
    /// An answer without a body.
    public static func status(_ status: Int, headers: KeyValuePairs<String, String> = [:]) -> LoopbackReply {
        .response(LoopbackResponse(status: status, headers: headers))
    }

    /// An answer whose body is this JSON text, which is not checked.
    public static func json(_ text: String, status: Int = 200) -> LoopbackReply {
        .data(Data(text.utf8), type: "application/json", status: status)
    }

    /// An answer whose body is this text.
    public static func text(_ text: String, status: Int = 200) -> LoopbackReply {
        .data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// An answer whose body is these bytes, of this media type.
    public static func data(
        _ data: Data, type: String = "application/octet-stream", status: Int = 200
    ) -> LoopbackReply {
        .response(LoopbackResponse(status: status, headers: ["Content-Type": type], body: data))
    }

    /// An answer that sends the client elsewhere; the location is not checked.
    public static func redirect(_ status: Int = 302, to location: String) -> LoopbackReply {
        .status(status, headers: ["Location": location])
    }
}
