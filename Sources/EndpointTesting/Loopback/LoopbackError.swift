/// Why a ``LoopbackServer`` could not start.
public struct LoopbackError: Error, Hashable, Sendable {
    /// The port that was asked for; 0 is any.
    public let port: UInt16
    /// The `errno` of the system call that failed, such as `EADDRINUSE`.
    public let code: Int32
}

extension LoopbackError: CustomStringConvertible, LocalizedError {
    /// For people: `Cannot listen on 127.0.0.1:8080: Address already in use`.
    public var description: String {
        "Cannot listen on 127.0.0.1:\(port): \(String(cString: strerror(code)))"
    }

    public var errorDescription: String? { description }
}
