import EndpointTesting
import HouseholdAPI

/// An uploaded picture, which is sent as a whole or in part.
struct Picture: Hashable, Sendable {
    let bytes: Data
    let mediaType: String

    /// A strong `ETag`, so that a download resumes only with the bytes of the same picture (RFC 9110 §8.8.3).
    let tag: String

    init(_ bytes: Data, mediaType: String) {
        var checksum = FNV1a()
        checksum.add(bytes)
        (self.bytes, self.mediaType) = (bytes, mediaType)
        tag = "\"\(bytes.count)-\(String(checksum.value, radix: 16))\""
    }

    /// The response to the upload.
    var receipt: BookCover { BookCover(bytes: bytes.count, contentType: mediaType) }

    /// The whole picture; or the range that a `GET` asks for, unless its `If-Range` names another picture (RFC 9110
    /// §13.1.5, §14.2).
    func response(to request: RecordedRequest) -> LoopbackResponse {
        var response = LoopbackResponse(
            headers: ["Content-Type": mediaType, "ETag": tag, "Accept-Ranges": "bytes"], body: bytes)
        guard request.method == "GET", [nil, tag].contains(request.header("If-Range")),
            let range = request.header("Range").flatMap(range)
        else { return response }
        response.status = range.isEmpty ? 416 : 206
        let part = range.isEmpty ? "*" : "\(range.lowerBound)-\(range.upperBound - 1)"
        response.headers.append("Content-Range", "bytes \(part)/\(bytes.count)")
        response.body = Data(bytes.dropFirst(range.lowerBound).prefix(range.count))
        return response
    }

    /// The bytes for a `Range` header of one range; empty if it starts after the end, and nil for any other header,
    /// which is ignored.
    private func range(_ header: String) -> Range<Int>? {
        guard let match = header.wholeMatch(of: /bytes=(\d*)-(\d*)/.ignoresCase()) else { return nil }
        switch (Int(match.1), Int(match.2)) {
        case (let first?, let last?) where first <= last:
            return first < bytes.count ? first..<min(last, bytes.count - 1) + 1 : 0..<0
        case (let first?, nil) where match.2.isEmpty: return min(first, bytes.count)..<bytes.count
        case (nil, let count?) where match.1.isEmpty: return max(0, bytes.count - count)..<bytes.count
        default: return nil
        }
    }
}

extension Picture {
    /// A cover with the title on it, which must not contain markup characters.
    init(title: String) {
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">
            <rect width="300" height="400" fill="#264653"/>
            <text x="150" y="200" text-anchor="middle" fill="white">\(title)</text>
            </svg>

            """
        self.init(Data(drawing.utf8), mediaType: "image/svg+xml")
    }
}
