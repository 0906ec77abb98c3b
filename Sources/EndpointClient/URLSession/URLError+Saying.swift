extension URLError {
    /// An error with a sentence of our own as its description.
    init(_ code: Code, saying sentence: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}
