/// What counts of a request, in the one form that all ways to write it share. Equal ones have no difference, and the other way round.
struct CanonicalRequest: Hashable, Sendable {
    var method = ""
    var url = ""
    var query: [FormItem] = []
    var headers: [FormItem] = []
    var body = CanonicalBody.none
}

extension Matching {
    /// What counts of the request.
    func canonical(_ request: Interaction.Request) -> CanonicalRequest {
        var canonical = CanonicalRequest()
        let url = CanonicalURL(request.url)
        for rule in rules {
            switch rule {
            case .method: canonical.method = request.method
            case .url: canonical.url = masked(ignores(.host) ? url.path : url.text)
            case .query: canonical.query = FormItem.sorted(counted(url.query) { .query($0) })
            case .headers(let names): canonical.headers += Self.headers(request, names).map(masked)
            case .body where !ignores(.body): canonical.body = body(request.body)
            case .body, .custom: break
            }
        }
        return canonical
    }

    private static func headers(_ request: Interaction.Request, _ names: [String]) -> [FormItem] {
        names.map { $0.lowercased() }.sorted().flatMap { name in
            request.headers.filter { $0.isNamed(name) }.map { FormItem(name: name, value: $0.value) }
        }
    }

    private func ignores(_ part: IgnoredPart) -> Bool {
        ignored.contains(part)
    }

    /// The items that count, with volatile values masked.
    func counted(_ items: [FormItem], _ part: (String) -> IgnoredPart) -> [FormItem] {
        guard !ignored.isEmpty || !shapes.isEmpty else { return items }
        return items.filter { !ignored.contains(part($0.name)) }.map(masked)
    }

    private func masked(_ item: FormItem) -> FormItem {
        FormItem(name: item.name, value: masked(item.value))
    }

    func masked(_ text: String) -> String {
        shapes.reduce(text) { $1.masked($0) }
    }
}
