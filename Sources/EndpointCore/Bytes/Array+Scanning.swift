// Scanners go over one array with positions in it. These are plain loops on purpose: slices and closures cost time when they run,
// and the compiler a copy of the standard library's code for each combination of them.
extension [UInt8] {
    /// Where the byte stands next; the end where it does not.
    func next(_ byte: UInt8, from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, self[position] != byte { position += 1 }
        return position
    }

    /// Where one of these bytes stands next; the end where none does.
    func next(_ set: ByteSet, from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, !set.contains(self[position]) { position += 1 }
        return position
    }

    /// Behind the bytes of the set that stand here.
    func end(of set: ByteSet, from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, set.contains(self[position]) { position += 1 }
        return position
    }

    /// Where the bytes of the set begin that stand before the end.
    func start(of set: ByteSet, in range: Range<Int>) -> Int {
        var position = range.upperBound
        while position > range.lowerBound, set.contains(self[position - 1]) { position -= 1 }
        return position
    }

    /// Behind the last of these bytes; the start where there is none.
    func behindLast(_ set: ByteSet, in range: Range<Int>) -> Int {
        var position = range.upperBound
        while position > range.lowerBound, !set.contains(self[position - 1]) { position -= 1 }
        return position
    }

    /// Whether one of these bytes stands in the range.
    func holds(_ set: ByteSet, in range: Range<Int>) -> Bool {
        next(set, from: range.lowerBound, to: range.upperBound) < range.upperBound
    }

    func holds(_ byte: UInt8, in range: Range<Int>) -> Bool {
        next(byte, from: range.lowerBound, to: range.upperBound) < range.upperBound
    }

    /// Whether these bytes stand here.
    func has(_ word: [UInt8], at start: Int) -> Bool {
        guard count - start >= word.count else { return false }
        var offset = 0
        while offset < word.count, self[start + offset] == word[offset] { offset += 1 }
        return offset == word.count
    }

    /// Where these bytes stand next, from a position on.
    func range(of needle: [UInt8], from start: Int = 0) -> Range<Int>? {
        guard let first = needle.first else { return nil }
        var position = next(first, from: start, to: count)
        while position < count {
            if has(needle, at: position) { return position..<position + needle.count }
            position = next(first, from: position + 1, to: count)
        }
        return nil
    }

    /// The pieces between the separators; some may be empty.
    func pieces(of range: Range<Int>, by separator: UInt8) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        while true {
            let end = next(separator, from: start, to: range.upperBound)
            pieces.append(start..<end)
            guard end < range.upperBound else { return pieces }
            start = end + 1
        }
    }
}
