extension BaseURL {
    /// An absolute URL, split once so that each request is no more than a concatenation.
    struct Root: Hashable, Sendable {
        let origin: Origin
        private let place: String
        private let folder: String
        private let query: Substring?

        init(_ reference: URLReference) throws(RequestError) {
            origin = try Origin(reference)
            guard reference.authority?.utf8.contains(UInt8(ascii: "@")) == false else {
                throw RequestError(.url("\(origin.scheme)://***@\(origin.host)\(reference.path)"))
            }
            place = origin.description + URLReference.removingDotSegments(reference.path)
            folder = place.utf8.last == UInt8(ascii: "/") ? place : place + "/"
            query = reference.query
        }

        /// The URL without its fragment.
        var text: String {
            query.map { place + "?" + $0 } ?? place
        }

        /// The URL of a relative reference below this one.
        func text(below reference: URLReference) throws(RequestError) -> String {
            let isRooted = reference.path.utf8.first == UInt8(ascii: "/")
            let segments = PathSegments(isRooted ? Substring(reference.path.utf8.dropFirst()) : reference.path)
            guard reference.authority == nil, !segments.climbs, !segments.hidesDots else {
                throw RequestError(.escapesBase(reference.text, base: text))
            }
            let isPlace = reference.path.isEmpty || reference.path == "."
            var text = isPlace ? place : folder
            text += segments.text
            append(reference.query, to: &text)
            return text
        }

        /// Adds both queries, this URL's first.
        private func append(_ other: Substring?, to text: inout String) {
            var separator = "?"
            for query in [query, other] {
                guard let query, !query.isEmpty else { continue }
                text += separator
                text += query
                separator = "&"
            }
        }
    }
}
