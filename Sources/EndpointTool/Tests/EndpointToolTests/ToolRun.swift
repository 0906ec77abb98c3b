import Foundation

@testable import EndpointTool

/// A run of the tool in this process, and what it wrote.
struct ToolRun {
    let code: Int32
    let output: String
    let errors: String

    init(_ arguments: String..., isTerminal: Bool = false, hasColors: Bool = false) async {
        let (output, errors) = (Transcript(), Transcript())
        let console = Console(
            output: .init(isTerminal: isTerminal, hasColors: hasColors, write: output.append),
            errors: .init(isTerminal: isTerminal, hasColors: hasColors, write: errors.append))
        code = await EndpointCommand.run(arguments, on: console)
        self.output = await output.text()
        self.errors = await errors.text()
    }
}

/// Text that is written piece by piece.
struct Transcript: Sendable {
    private let pieces: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (pieces, continuation) = AsyncStream.makeStream()
    }

    func append(_ text: String) {
        continuation.yield(text)
    }

    /// All that was written. Nothing can be added afterwards.
    func text() async -> String {
        continuation.finish()
        return await pieces.reduce("", +)
    }
}

/// A folder for the files of one test, which is removed afterwards.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
