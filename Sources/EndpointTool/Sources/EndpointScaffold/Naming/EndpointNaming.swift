/// The name of an endpoint, its folder, and what it does in words.
struct EndpointNaming: Hashable, Sendable {
    /// Without the ending `Endpoint`, the best candidate first.
    let candidates: [String]

    /// The name of what it is about: `Book`, `BookCover`.
    let resource: String
    let folder: String

    /// The comment of the type.
    let doc: String

    /// The name of the test of its request.
    let requestSentence: String

    private static let verbs: Set<String> = [
        "search", "login", "logout", "signin", "signup", "signout", "register", "cancel", "activate", "deactivate",
        "archive", "unarchive", "approve", "reject", "confirm", "complete", "close", "reopen", "open", "publish",
        "unpublish", "send", "resend", "retry", "refresh", "revoke", "verify", "validate", "start", "stop", "pause",
        "resume", "restart", "enable", "disable", "block", "unblock", "follow", "unfollow", "like", "unlike", "star",
        "unstar", "lock", "unlock", "merge", "move", "copy", "duplicate", "clone", "export", "import", "upload",
        "download", "convert", "translate", "calculate", "generate", "preview", "reset", "restore", "subscribe",
        "unsubscribe", "join", "leave", "invite", "accept", "decline", "pay", "refund", "capture", "checkout", "apply",
        "submit", "execute", "run", "trigger", "sync", "vote", "authenticate", "authorize", "autocomplete", "lookup",
        "query", "count", "bulk", "batch", "analyze", "predict",
    ]

    init(method: String, path: PathTemplate, isList: Bool, isStream: Bool, isUpload: Bool, hasPatch: Bool) {
        let words = path.literals.map { Self.plain($0) }.filter { !$0.isEmpty }
        let endsWithValue = path.endsWithParameter
        let last = words.last ?? "root"
        let isCollection = Noun.isPlural(last) || endsWithValue
        let parents = words.dropLast().filter { !Self.verbs.contains($0.lowercased()) }
        let own = SwiftName.upper(Noun.singular(last))
        let isVerb = Self.verbs.contains(last.lowercased()) && !endsWithValue
        let parent = parents.last.map { SwiftName.upper(Noun.singular($0)) } ?? ""
        let isPart = !parent.isEmpty && !(own.hasPrefix(parent))
        let whole = parents.map { SwiftName.upper(Noun.singular($0)) }.joined() + own
        let short = isPart ? parent + own : own
        resource = isVerb ? (parent.isEmpty ? own : parent) : isCollection ? own : short
        folder = SwiftName.upper(Noun.singular(words.first ?? "root"))
        let place = "\(method) \(path.text)".replacingOccurrences(of: "`", with: "'")
        if isVerb {
            let isSearch = last.lowercased() == "search"
            let name = isSearch ? parent + own : own + parent
            candidates = [name, own + whole, SwiftName.upper(method) + whole]
            doc = "`\(place)`"
            requestSentence = "the request is \(place.spoken)"
            return
        }
        let phrase = Phrase(subject: NameWords.phrase(own), parent: isPart ? parent : nil, hasValue: endsWithValue)
        let search = words.dropLast().contains { $0.lowercased() == "search" } ? "Search" : ""
        let names: (String) -> String
        switch method {
        case "GET" where isStream:
            names = { Noun.isPlural(last) ? Noun.plural($0) : $0 }
            let isOne = !Noun.isPlural(last)
            (doc, requestSentence) = (
                phrase.stream(isOne: isOne), "the request asks for \(isOne ? phrase.definite : phrase.plural)"
            )
        case "GET" where isList:
            names = { $0 + (search.isEmpty ? "List" : search) }
            doc = search.isEmpty ? phrase.list : phrase.list.dropLast() + " that a search finds."
            requestSentence = "the request asks for \(phrase.plural)"
        case "GET":
            names = { $0 + search }
            (doc, requestSentence) = (phrase.item, "the request asks for \(phrase.definite)")
        case "POST" where isUpload, "PUT" where isUpload:
            names = { $0 + "Upload" }
            (doc, requestSentence) = ("Uploads \(phrase.one).", "the request uploads \(phrase.one)")
        case "POST" where isCollection && !endsWithValue:
            names = { "Create" + $0 }
            (doc, requestSentence) = ("Adds \(phrase.one).", "the request posts \(phrase.one)")
        case "PUT":
            names = { (hasPatch ? "Replace" : "Update") + $0 }
            (doc, requestSentence) = ("Replaces \(phrase.one).", "the request puts \(phrase.one)")
        case "PATCH":
            names = { "Update" + $0 }
            (doc, requestSentence) = ("Changes \(phrase.one).", "the request changes \(phrase.one)")
        case "DELETE":
            names = { "Delete" + $0 }
            (doc, requestSentence) = ("Deletes \(phrase.one).", "the request deletes \(phrase.one)")
        case "HEAD":
            names = { $0 + "Head" }
            (doc, requestSentence) = (
                "The headers of \(phrase.one).", "the request asks for the headers of \(phrase.one)"
            )
        default:
            names = { SwiftName.upper(method.lowercased()) + $0 }
            (doc, requestSentence) = ("`\(place)`", "the request is \(place.spoken)")
        }
        let bare = isCollection && !isPart ? own : isPart && endsWithValue ? own : short
        candidates = [names(bare), names(short), names(whole), names(whole) + SwiftName.upper(method.lowercased())]
    }

    /// A segment without what does not belong to its name: an extension, a version.
    private static func plain(_ segment: String) -> String {
        let text = segment.removingPercentEncoding ?? segment
        let stem = text.split(separator: ".").first.map(String.init) ?? ""
        return PathWords.isVersion(text.lowercased())
            ? "" : stem.filter { $0.isLetter || $0.isNumber || "_- :".contains($0) }
    }
}

/// What an endpoint is about, in the forms that sentences need.
private struct Phrase {
    let subject: String
    let parent: String?
    let hasValue: Bool

    /// `a book`
    var one: String { Self.article(subject) + owner }

    /// `the book by its identifier`
    var definite: String { "the \(subject)" + (hasValue ? " by its identifier" : owner) }

    /// `the books`
    var plural: String {
        let words = subject.split(separator: " ").map(String.init)
        let last = words.last ?? ""
        let plural =
            Noun.isPlural(last) || ["data", "info", "information", "root"].contains(last) ? last : Noun.plural(last)
        return "the " + (words.dropLast() + [plural]).joined(separator: " ") + owner
    }

    /// `The events as they happen.`
    func stream(isOne: Bool) -> String {
        let text = isOne ? definite : plural
        return text.prefix(1).uppercased() + text.dropFirst() + (isOne ? ", as it arrives." : " as they happen.")
    }

    var list: String { plural.prefix(1).uppercased() + plural.dropFirst() + "." }

    var item: String {
        let text = hasValue ? Self.article(subject) + " by its identifier" : definite
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private var owner: String {
        guard let parent else { return "" }
        return " of " + Self.article(NameWords.phrase(parent))
    }

    private static func article(_ noun: String) -> String {
        let isVowel = noun.first.map { "aeio".contains($0) } == true || noun.hasPrefix("un") && !noun.hasPrefix("uni")
        return (isVowel ? "an " : "a ") + noun
    }
}

extension String {
    /// The text without what the name of a test in backticks cannot have.
    var spoken: String { filter { $0 != "`" && $0 != "\\" && !$0.isNewline && $0.isASCII } }
}
