/// What listings print, show or warn of, for the tests that run them.
enum Output {
    @TaskLocal fileprivate static var current: AsyncStream<String>.Continuation?

    /// The first lines that the body writes. It waits for them, because a completion closure may write later.
    static func lines(_ count: Int, of body: () async throws -> Void) async rethrows -> [String] {
        let (lines, output) = AsyncStream.makeStream(of: String.self)
        try await $current.withValue(output, operation: body)
        return await lines.prefix(count).reduce(into: []) { $0.append($1) }
    }
}

/// Takes the place of the standard library's function in all listings.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
    Output.current?.yield(items.map { "\($0)" }.joined(separator: separator))
}

func show(_ value: Any) { print(value) }

func warn(_ text: String) { print(text) }
