/// Cuts bytes that come in any pieces into lines that end with CR LF.
struct LineBuffer {
    /// The most that a head, or the trailers, may have in bytes.
    static let limit = 65_536

    private var pending: [UInt8] = []
    private var budget = limit

    /// Takes the next line out of the input and returns it without its end, or takes everything and returns nil.
    mutating func take(
        from input: inout ArraySlice<UInt8>, tooLong: MalformedRequest
    ) throws(MalformedRequest) -> ArraySlice<UInt8>? {
        let end = input.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? input.endIndex
        let piece = input[..<end]
        input = input[end...]
        budget -= piece.count
        if budget < 0 { throw tooLong }
        return piece.last == UInt8(ascii: "\n") ? try finish(with: piece) : wait(for: piece)
    }

    /// Gives the next lines the whole limit again.
    mutating func renewBudget() {
        budget = Self.limit
    }

    private mutating func wait(for piece: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        pending += piece
        return nil
    }

    private mutating func finish(with piece: ArraySlice<UInt8>) throws(MalformedRequest) -> ArraySlice<UInt8> {
        let line = pending.isEmpty ? piece : pending + piece
        pending = []
        guard line.dropLast().last == UInt8(ascii: "\r") else { throw .badRequest("a line must end with CR LF") }
        return line.dropLast(2)
    }
}
