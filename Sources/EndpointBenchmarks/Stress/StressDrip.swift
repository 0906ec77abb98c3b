import EndpointTesting

/// A body in four pieces with a millisecond between them.
enum StressDrip {
    static func pieces(of body: Data) -> AsyncStream<Data> {
        AsyncStream { continuation in
            let task = Task {
                let size = body.count / 4 + 1
                for start in stride(from: 0, to: body.count, by: size) {
                    continuation.yield(body[start..<min(start + size, body.count)])
                    try? await Task.sleep(for: .milliseconds(1))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
