extension BaseURL {
    /// An absolute URL, split once so that each request is no more than a concatenation.
    struct Root: Hashable, Sendable {
        let origin: Origin

        /// Whether nobody on the way can read along.
        let isProtected: Bool

        private let place: String
        private let query: String

        init(_ reference: URLReference) throws(RequestError) {
            origin = try Origin(reference)
            isProtected = origin.isSecure || origin.isLoopback
            guard reference.authority?.utf8.contains(UInt8(ascii: "@")) == false else {
                throw RequestError(.url("\(origin.scheme)://***@\(origin.host)\(reference.path)"))
            }
            place = origin.description + URLReference.removingDotSegments(reference.path)
            query = reference.query.map { "?" + $0 } ?? ""
        }

        /// The URL without its fragment.
        var text: String { place + query }

        /// The URL of a relative reference below this one.
        func text(below reference: URLReference) throws(RequestError) -> String {
            let isRooted = reference.path.utf8.first == UInt8(ascii: "/")
            let segments = PathSegments(isRooted ? Substring(reference.path.utf8.dropFirst()) : reference.path)
            guard reference.authority == nil, !segments.climbs, !segments.hidesDots else {
                throw RequestError(.escapesBase(reference.text, base: text))
            }
            var text = place
            if !reference.path.isEmpty, reference.path != "." {
                if text.utf8.last != UInt8(ascii: "/") { text += "/" }
                text += segments.text
            }
            append(reference.query, to: &text)
            return text
        }

        /// Adds both queries, this URL's first.
        private func append(_ other: Substring?, to text: inout String) {
            if query.utf8.count > 1 { text += query }
            guard let other, !other.isEmpty else { return }
            text += query.utf8.count > 1 ? "&" : "?"
            text += other
        }
    }
}
