import EndpointCassette

/// Exchanges in which something harmless stands where secrets often stand, and again elsewhere. Saving them must
/// succeed, and their answers must stay as they are.
enum HarmlessExchanges {
    static let all: [(name: String, exchange: Interaction)] = [
        ("a cookie with the number of a user", get("uid=1234567", #"{"id": 1234567, "name": "Ann"}"#)),
        ("a cookie with a time zone", get("tz=Europe/Berlin", #"{"timezone": "Europe/Berlin"}"#)),
        (
            "a cookie with a locale",
            get("lang=de-DE; theme=dark-mode", #"{"lang": "de-DE", "themes": ["dark-mode", "light-mode"]}"#)
        ),
        ("a cookie with an answer to the banner", get("consent=accepted-all", #"{"consent": "accepted-all"}"#)),
        ("a cookie with a date", get("seen=2024-05-01", #"{"released": "2024-05-01"}"#)),
        (
            "a cookie with a name",
            get("user=octocat", #"{"login": "octocat", "html_url": "https://example.com/octocat"}"#)
        ),
        (
            "a key to sort by",
            get(nil, #"{"columns": ["created_at", "name"], "sorted_by": "created_at"}"#, "?key=created_at")
        ),
        ("a key of an issue", get(nil, #"{"key": "ED-1234", "title": "ED-1234: crash"}"#, "?key=ED-1234")),
        (
            "a session of a conference",
            get(nil, #"{"session": "opening-keynote", "room": "opening-keynote room"}"#, "?session=opening-keynote")
        ),
        ("a state", get(nil, #"{"state": "california"}"#, "?state=california&code=94105")),
        ("an analytics cookie", get("_ga=GA1.2.3; lastVisit=1714557600", #"{"now": 1714557600}"#)),
        ("a token that is a symbol", get(nil, #"{"symbol": "SHIBAINU", "name": "SHIBAINU"}"#, "?token=SHIBAINU")),
    ]

    private static func get(_ cookie: String?, _ json: String, _ query: String = "") -> Interaction {
        let headers: HeaderFields = cookie.map { ["Cookie": $0] } ?? [:]
        let response = Interaction.Response(
            200, headers: ["Content-Type": "application/json"], body: Data(json.utf8))
        return Interaction(
            .init("GET", "https://api.example.com/v1/things\(query)", headers: headers), .response(response))
    }
}
