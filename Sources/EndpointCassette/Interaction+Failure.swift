extension Interaction {
    /// An exchange without an answer.
    public struct Failure: Hashable, Sendable {
        /// What `URLSession` threw.
        public var code: URLError.Code

        /// What the recorder of the file said about it.
        public var message: String

        /// A failure.
        public init(_ code: URLError.Code, message: String = "") {
            self.code = code
            self.message = message
        }
    }
}

extension Interaction.Failure: CustomStringConvertible {
    /// `URLError -1001 (timed out)`
    public var description: String {
        "URLError \(code.rawValue)" + (message.isEmpty ? "" : " (\(message))")
    }
}

extension URLError.Code {
    /// The code of that number. Foundation's own initializer is failable on Linux, and only there.
    init(number: Int) {
        let code: URLError.Code? = URLError.Code(rawValue: number)
        self = code ?? .unknown
    }
}
