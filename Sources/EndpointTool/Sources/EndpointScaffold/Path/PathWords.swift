/// Words that stand for themselves in the paths of APIs.
enum PathWords {
    /// Whether a text is such a word or is composed of such words: `order-items`, `bulkDelete`, `v2`.
    static func isKnown(_ text: String) -> Bool {
        let lower = text.lowercased()
        if verbatim.contains(lower) || isVersion(lower) { return true }
        let stem = withoutExtension(text)
        if stem.count < text.count { return isKnown(stem) }
        let words = NameWords.split(text).map { $0.lowercased() }
        guard !words.isEmpty, !text.contains(where: { "@,%".contains($0) }) else { return false }
        return words.allSatisfy { isWord($0) }
    }

    /// The segment without an ending that names a format: `8863.json` is `8863`.
    static func withoutExtension(_ text: String) -> String {
        let endings = [".json", ".xml", ".csv", ".php", ".html", ".txt", ".rss", ".atom"]
        let lower = text.lowercased()
        guard let ending = endings.first(where: lower.hasSuffix), lower.count > ending.count else { return text }
        return String(text.dropLast(ending.count))
    }

    /// Whether a word, its singular, or the verb that it is a form of is in the list.
    private static func isWord(_ word: String) -> Bool {
        if all.contains(word) || all.contains(Noun.singular(word)) || all.contains(Noun.plural(word)) { return true }
        if word.hasSuffix("s"), all.contains(String(word.dropLast())) { return true }
        for ending in ["ed", "ing", "ly"] where word.hasSuffix(ending) && word.count > ending.count + 2 {
            let stem = String(word.dropLast(ending.count))
            if all.contains(stem) || all.contains(stem + "e") { return true }
        }
        return false
    }

    /// Whether a text is one of the words that stand for one thing among identifiers: `users/me`, `orders/search`.
    static func isSpecial(_ text: String) -> Bool {
        special.contains(text.lowercased())
    }

    private static let special: Set<String> = [
        "me", "self", "@me", "~", "myself", "search", "new", "latest", "current", "all", "count", "batch", "bulk",
        "random", "popular", "recent", "trending", "export", "import", "stats", "statistics", "summary", "login",
        "logout", "validate", "query", "list", "info", "health",
    ]

    /// Whether a word says what kind of value the next segment is: `tag/swift`, `user/ann`.
    static func namesValue(_ text: String) -> Bool {
        naming.contains(text.lowercased())
    }

    private static let naming: Set<String> = [
        "tag", "name", "user", "username", "city", "country", "category", "type", "code", "symbol", "currency",
        "keyword", "topic", "title", "slug", "language", "region", "author", "brand", "genre", "artist", "album",
        "host", "domain", "term", "zip", "year", "month", "date", "page", "person", "movie", "product", "item", "issue",
        "company", "word", "state", "team", "player", "channel", "group", "org", "repo", "project", "package",
        "collection", "subject", "id", "key", "isbn", "hash", "address", "email", "phone", "event",
    ]

    /// `v1`, `v2.1`, `v1beta1`, `2024-01`: the version of an API.
    static func isVersion(_ text: String) -> Bool {
        guard text.first == "v", let digit = text.dropFirst().first, digit.isNumber else { return false }
        let rest = text.dropFirst().drop { $0.isNumber || $0 == "." }
        return rest.isEmpty || rest.hasPrefix("alpha") || rest.hasPrefix("beta")
    }

    private static let verbatim: Set<String> = [
        "me", "self", "@me", "~", "api", "apis", "rest", "graphql", "rpc", "oauth", "oauth2", "oauth1", "saml", "sso",
        "mfa", "2fa", "s3", "w3c", "i18n", "l10n", "k8s", "mp3", "mp4", "utf8", "base64", "sha1", "sha256", "md5",
        "well-known", ".well-known", "_search", "_count", "_bulk", "_doc", "_all", "_msearch", "_mapping", "_cluster",
        "_cat", "_update", "$metadata", "$count", "$batch", "$value", "www", "cgi-bin", "wp-json", "wp", "odata",
    ]

    private static let all: Set<String> = Set(
        """
        access account accept acknowledge action activate activity actor ad add address admin advanced agent aggregate alarm
        album alert alias all analytic analysis annotation announcement answer app appeal application apply appointment approve
        archive archived area array article artifact artist asset assign assignee assignment assistant attachment attempt
        attendee attribute audience audio audit auth authenticate authentication author authorization authorize
        authorizations autocomplete availability available avatar award backup badge balance ban bank banner basic basket
        batch begin benefit best bet bill billing bin binary blob block blog board body bonus book booking bookmark
        boost bot box branch brand breadcrumb breed brewery broadcast browse bucket budget bug build bulk bundle business
        button buy by cache calculate calendar call callback campaign cancel candidate capability capture card cart case
        cast catalog category certificate change channel chapter character charge chart chat check checkout child choice
        city claim class clear click client clone close cloud cluster code collaborator collection color column comic command
        comment commit common community company compare complete completion component compute config configuration confirm
        connect connection console contact container content contest context contract contribution contributor conversation
        convert cookie copy core cost count counter country coupon course cover create creator credential credit crew cron
        currency current custom customer dashboard data database dataset date day deactivate deal debit decline default
        definition delay delete delivery demo department deploy deployment deposit descendant description design detail device
        device diagnostic diff digest dimension direct direction directory disable discount discover discovery discussion dispatch
        dispute docs document domain donation download draft drive driver duplicate duration echo edit edition element
        email embed embedding emoji employee enable endpoint engine enroll enrollment entity entry environment episode error
        estimate eval event exact exception exchange execute execution exercise expand expense experiment expire explore
        export expression extension external extract face fact family faq favorite favourite feature featured feed feedback
        fee field file filter find fine fingerprint finish firmware flag flight flow folder follow follower following follow font
        food forecast forecasting foreign fork form format forum forward frame free friend from front full function fund
        game gateway gear genre geo geocode geocoding gem generate generation generator get gif gift gist glossary goal grade
        graph grant group guest guide guild header headline health heart heartbeat help hero hidden highlight history hold
        holiday home hook host hotel hour hourly house hub icon id identify identity ignore image import impression inbox
        incident include income index info information ingredient init initiate inline input insight inspect install
        installation instance instruction integration interaction interest internal interval inventory investment invite
        invitation invoice issue item iteration job join journal json key keyword kind kubernetes label lab language last
        latest launch layer layout lead leaderboard league leave lesson level library license like limit line link list
        listing live load loan local locale location lock log login logo logout lookup loop loyalty machine mail mailbox main
        manage manager manifest map mark market mask match matrix meal measure measurement measurement media meeting
        member membership memory mention menu merchant merge message meta metadata meter method metric migrate migration mine
        milestone minute mobile mode model moderate moderation moderator module monitor month monthly more move movie multi
        music mute name nearby nearest network new news newsletter next node note notification notify now number object
        offer office official offline online open operation opinion opportunity option order org organisation organization
        origin outage outbox output overview own owner pack package page paid paper parameter parent parse part participant
        participate partner party pass password past patch path patient pause pay payment payout pending people permission
        permit person persona personal pet phase phone photo pick picture pin ping pipeline place plan planet plant platform
        play player playlist playback plugin podcast point policy poll pool popular popularity port portfolio position post
        predict prediction preference preset preview previous price pricing print prior priority private process processing
        product profile program progress project promo promote promotion prompt property protect protection provider proxy
        public publish publisher pull purchase push quality quantity query question queue quick quiz quota quote random range
        rank ranking rate rating raw reaction read reader reading ready real realtime receipt receive recent recipe recipient
        recommend recommendation record recover recovery redeem redirect reference referral refresh refund refunds region
        register registration registry reject related relation relationship relay release reload reminder remote remove
        render renew replace replay reply repo report repository request require resend reserve reservation reset resolve
        resource response restaurant restore result resume retry return revenue review revision revoke reward ride right role
        roll room root route row rule run runner runtime sale sample sandbox save scan schedule schema scope score screen
        script seal search season seat secret section secure security segment select sell seller send sender sensor sent
        sequence serie series server service session set setting settlement setup share shift ship shipment shipping shop
        show shuffle sign signature signin signup similar single site size skill sku sleep slide slot smart snapshot social
        software song sort source space spec species spot stage standing star starred start starship stat state statement
        station statistic stats status step stock stop storage store story stream streaming street string structure student
        studio style sub subject submission submit subscribe subscriber subscription subtask suggest suggestion suite summary
        supplier support survey suspend swagger switch symbol sync system table tag target task tax taxonomy teacher team
        template term test text theme thread threshold thumbnail ticker ticket tier tile time timeline timer timezone title
        to today todo toggle token tool top topic total tour tournament trace track tracking trade trailer train training
        transaction transcript transcription transfer transform translate translation transport trash tree trend trending
        trending trial trigger trip try tube tune tuning tweet type unarchive unblock unit unfollow universe unlike unlock unread
        unstar unsubscribe upcoming update upgrade upload uptime url usage use user username utility validate validation
        value variable variant variation vehicle vendor venue verification verify version video view viewer visibility visit
        voice volume vote voucher wallet warehouse warning watch watcher watchlist weather web webhook week weekly welcome
        widget wiki window winner wish wishlist withdraw withdrawal word work worker workflow workspace world year yearly zone
        hello html xml rss sitemap robot uuid ip agent anything deflate gzip brotli deny delay drip etag
        permalink manifest subreddit hot best rising controversial self moderated nation region habitat ability generation
        move nature evolution topstory newstory beststory askstory showstory jobstory maxitem updates
        cost starship planet film character global fiat convert latest historical candle
        hub auto non sub un re pre max min avg sum top bottom up down in out on off of and or for with without not is at any
        file3 fine
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
