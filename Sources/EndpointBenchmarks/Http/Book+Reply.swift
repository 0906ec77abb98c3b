import EndpointTesting

extension Book {
    /// The answer of the server, with the header lines that nginx sends with a static file: what a client does for each line is
    /// a good part of what it does at all.
    static let reply = LoopbackReply.response(
        LoopbackResponse(
            headers: [
                "Server": "nginx/1.22.1",
                "Date": "Tue, 02 Jan 2024 03:04:05 GMT",
                "Content-Type": "application/json",
                "Content-Length": String(json.count),
                "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT",
                "Connection": "keep-alive",
                "ETag": "\"65920080-cb\"",
                "Accept-Ranges": "bytes",
            ],
            body: json))
}
