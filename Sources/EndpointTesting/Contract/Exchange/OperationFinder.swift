/// Finds the operation of a request by its method and path, below the servers of a document.
struct OperationFinder: Sendable {
    /// The operation of a request.
    struct Match: Hashable, Sendable {
        /// Its index in the document.
        let operation: Int

        /// The values of the variables of its path, still percent-encoded.
        let values: [String: Substring]
    }

    enum Result: Hashable, Sendable {
        case found(Match)
        /// The reason in words, and whether the request has an origin that is none of the document's servers.
        case unknown(String, isForeign: Bool)
    }

    private struct Server: Hashable {
        /// Host and port; nil for a relative URL.
        let authority: PathTemplate?
        let base: PathTemplate?

        /// The scheme may be a variable, and does not count.
        init(_ url: String) {
            let text = url.firstRange(of: "://").map { "https" + url[$0.lowerBound...] } ?? url
            let reference = URLReference(text)
            authority = reference.authority.map { PathTemplate(Server.canonical($0)) }
            let path = reference.path.split(separator: "/").joined(separator: "/")
            base = path.isEmpty ? nil : PathTemplate(path)
        }

        /// The authority in lower case, without user and default port.
        static func canonical(_ authority: Substring) -> String {
            let text = authority.lowercased().split(separator: "@").last.map(String.init) ?? ""
            let port = [":443", ":80"].first { text.hasSuffix($0) } ?? ""
            return String(text.dropLast(port.count))
        }

        func rest(of path: ArraySlice<Substring>) -> ArraySlice<Substring>? {
            guard let base else { return path }
            guard let rest = base.rest(of: path) else { return nil }
            return rest.isEmpty ? [""] : rest
        }
    }

    private struct Route {
        let method: String
        let path: String
        let template: PathTemplate
        /// The items of a query in the path, which OpenAPI does not provide for, and which some descriptions use to
        /// tell operations apart.
        let query: Set<Substring>
        /// The index of its servers in the list of lists.
        let servers: Int

        /// How much of it is no variable.
        var literalCount: Int { template.literalCount + query.count }
    }

    private let routes: [Route]
    private let servers: [[Server]]

    init(_ document: OpenAPIDocument) {
        var lists: [[Server]] = []
        routes = document.operations.map { operation in
            let list = (operation.servers.isEmpty ? document.servers : operation.servers).map { Server($0.url) }
            if !lists.contains(list) { lists.append(list) }
            let reference = URLReference(operation.path)
            return Route(
                method: operation.method, path: operation.path, template: PathTemplate(String(reference.path)),
                query: Set(reference.query?.split(separator: "&") ?? []), servers: lists.firstIndex(of: list) ?? 0)
        }
        servers = lists
    }

    /// The operation of a request. Paths without variables are preferred (OpenAPI 3.1 §4.8.8.2).
    ///
    /// A relative path is below the servers, or contains their path. An absolute one below another origin than theirs
    /// is compared as well, because recordings are made of servers for tests.
    func operation(_ method: String, _ url: String) -> Result {
        let reference = URLReference(url)
        let authority = reference.authority.map { Server.canonical($0) }
        let query = Set(reference.query?.split(separator: "&") ?? [])
        let path = reference.path.hasPrefix("/") ? reference.path.dropFirst() : reference.path
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)[...]
        let candidates = servers.map { Self.candidates($0, authority, segments) }
        let matches = routes.indices.filter { routes[$0].query.isSubset(of: query) }.flatMap {
            index -> [(index: Int, values: [String: Substring], rank: Int)] in
            candidates[routes[index].servers].paths.enumerated().compactMap { rank, path in
                routes[index].template.values(in: path).map { (index, $0, rank) }
            }
        }
        let wanted = matches.filter { routes[$0.index].method == method.uppercased() }.min {
            ($0.rank, -routes[$0.index].literalCount) < ($1.rank, -routes[$1.index].literalCount)
        }
        if let wanted { return .found(Match(operation: wanted.index, values: wanted.values)) }
        let isForeign = authority != nil && candidates.allSatisfy(\.isForeign)
        return .unknown(reason(method, path, matches.map(\.index)), isForeign: isForeign)
    }

    private static func candidates(
        _ servers: [Server], _ authority: String?, _ path: ArraySlice<Substring>
    ) -> (paths: [ArraySlice<Substring>], isForeign: Bool) {
        let whole = [path.isEmpty ? [""] : path]
        guard let authority else {
            return (whole + servers.compactMap { $0.base == nil ? nil : $0.rest(of: path) }, false)
        }
        let own = servers.filter { $0.authority?.values(in: [authority[...]]) != nil }
        if !own.isEmpty { return (own.compactMap { $0.rest(of: path) }, false) }
        return (servers.compactMap { $0.rest(of: path) } + whole, true)
    }

    /// The methods that the path has, or else the path that is most like it.
    private func reason(_ method: String, _ path: Substring, _ others: [Int]) -> String {
        guard others.isEmpty else {
            let best = others.max { routes[$0].literalCount < routes[$1].literalCount } ?? others[0]
            let methods = routes.filter { $0.path == routes[best].path }.map(\.method)
            return "\(routes[best].path) has no method \(method), only \(SchemaWords.list(methods, "and"))"
        }
        let nearest = routes.filter { $0.method == method }
            .map { ($0.path, $0.path.editDistance(to: "/\(path)", upTo: 4)) }
            .filter { $0.1 <= 3 }.min { $0.1 < $1.1 }
        return "no path of the description matches" + (nearest.map { "; the nearest is \($0.0)" } ?? "")
    }
}

extension String {
    /// How many characters have to be added, removed or replaced to get another text, or any greater number than the
    /// limit.
    func editDistance(to other: String, upTo limit: Int) -> Int {
        let (old, new) = (Array(utf8), Array(other.utf8))
        guard abs(old.count - new.count) <= limit, new.count < 500 else { return limit + 1 }
        var row = Array(0...new.count)
        for (index, byte) in old.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in new.indices {
                let replaced = diagonal + (byte == new[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[new.count]
    }
}
