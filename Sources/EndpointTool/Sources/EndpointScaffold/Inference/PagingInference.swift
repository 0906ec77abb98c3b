import EndpointCassette

/// Finds how a list is read page by page.
struct PagingInference {
    private let models: ModelTable

    init(_ models: ModelTable) {
        self.models = models
    }

    private static let pageNames: Set<String> = ["page", "pagenumber", "pageno", "p"]
    private static let offsetNames: Set<String> = ["offset", "skip", "start", "startindex", "from"]
    private static let cursorNames: Set<String> = [
        "cursor", "pagetoken", "nexttoken", "continuationtoken", "after", "startingafter", "nextcursor", "next",
        "token", "continuation", "marker", "nextpagetoken", "startcursor", "bookmark", "scrollid",
    ]
    private static let nextNames = [
        "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "endcursor", "nextpage", "cursor", "next",
        "after", "continuation", "nextmarker", "bookmark", "scrollid", "lastid",
    ]

    /// The endpoint, with its next page if one can be found.
    func adding(to endpoint: EndpointDescription) -> EndpointDescription {
        var endpoint = endpoint
        endpoint.paging = paging(of: endpoint)
        return endpoint
    }

    private func paging(of endpoint: EndpointDescription) -> EndpointDescription.Paging? {
        guard endpoint.method == "GET", let type = endpoint.content.type, !type.isOptional, !endpoint.content.isStream
        else { return nil }
        let queries = endpoint.inputs.filter { if case .query = $0.role { true } else { false } }
        func input(_ names: Set<String>) -> Input? { queries.first { names.contains(Self.plain($0.name.plain)) } }
        if let cursor = input(Self.cursorNames), cursor.isOptional, let found = cursorSource(in: type, for: cursor) {
            return found
        }
        let items = itemsExpression(of: type)
        if let page = input(Self.pageNames), page.type == .optional(.integer) {
            let hasLink = endpoint.examples.contains {
                LinkHeader($0.interaction?.response?.headers["Link"] ?? "")["next"] != nil
            }
            if hasLink { return .link(page.name) }
            return items.map { .number(page.name, items: $0) }
        }
        guard let offset = input(Self.offsetNames), offset.type == .optional(.integer), let items else { return nil }
        return .offset(offset.name, items: items)
    }

    private static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

    /// A member of the content, or of an object in it, that is the value of the input for the next page.
    private func cursorSource(in type: SwiftType, for input: Input) -> EndpointDescription.Paging? {
        guard let model = models.model(of: type) else { return nil }
        let wanted = input.type.unwrapped
        for name in Self.nextNames {
            for property in model.properties
            where Self.plain(property.name) == name && property.type.unwrapped == wanted {
                return cursor(input, "content.\(SwiftName.escaped(property.name))", property.type.isOptional)
            }
            for outer in model.properties {
                guard let inner = models.model(of: outer.type),
                    let property = inner.properties.first(where: {
                        Self.plain($0.name) == name && $0.type.unwrapped == wanted
                    })
                else { continue }
                let path =
                    "content.\(SwiftName.escaped(outer.name))\(outer.type.isOptional ? "?" : "").\(SwiftName.escaped(property.name))"
                return cursor(input, path, outer.type.isOptional || property.type.isOptional)
            }
        }
        return nil
    }

    private func cursor(_ input: Input, _ source: String, _ isOptional: Bool) -> EndpointDescription.Paging? {
        guard isOptional || input.type.unwrapped == .string else { return nil }
        return .cursor(input.name, from: source, isOptional: isOptional)
    }

    /// The elements of a page as an expression.
    private func itemsExpression(of type: SwiftType) -> String? {
        if case .array = type { return "content" }
        guard let model = models.model(of: type) else { return nil }
        let lists = model.properties.filter { property in
            if case .array(.named) = property.type { true } else { false }
        }
        return lists.count == 1 ? "content.\(SwiftName.escaped(lists[0].name))" : nil
    }
}
