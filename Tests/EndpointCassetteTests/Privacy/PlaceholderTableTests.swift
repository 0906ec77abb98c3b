import Foundation
import Testing

@testable import EndpointCassette

@Suite struct PlaceholderTableTests {
    private func table(_ json: String, answer: String = "{}") -> PlaceholderTable {
        PlaceholderTable(
            for: Cassette([Interaction(.json("POST", "https://a.example/", json), .response(.json(answer)))]))
    }

    @Test func `secrets get the placeholders of the recording by label and order, and then new ones`() {
        var table = table(#"{"a":"{{secret:x#4}}","b":"{{secret:y#1}}","c":"{{secret:x#2}}"}"#)
        #expect(table.placeholder(of: "one", label: "x").text == "{{secret:x#4}}")
        #expect(table.placeholder(of: "two", label: "X").text == "{{secret:x#2}}")
        #expect(table.placeholder(of: "one", label: "z").text == "{{secret:x#4}}")
        #expect(table.placeholder(of: "three", label: "x").text == "{{secret:x#5}}")
    }

    @Test func `a placeholder that occurs only in an answer is given to no other secret`() {
        var table = table("{}", answer: #"{"a":"{{secret:x#1}}","otp":2147410003}"#)
        #expect(table.placeholder(of: "one", label: "x").text == "{{secret:x#2}}")
        #expect(table.number(of: "12", label: "otp").text == "2147410004")
    }

    @Test func `a placeholder that the program sends stays and is given to no other secret`() {
        var table = table(#"{"a":"{{secret:x#1}}","otp":[2147410001,2147410002]}"#)
        #expect(table.placeholder(of: "{{secret:x#1}}", label: "other").text == "{{secret:x#1}}")
        #expect(table.placeholder(of: "one", label: "x").text == "{{secret:x#2}}")
        #expect(table.number(of: "2147410001.0", label: "other").text == "2147410001")
        #expect(table.number(of: "12", label: "otp").text == "2147410002")
    }

    @Test(arguments: ["9223372036854775807", "-1", "+1", "007", "1000000"])
    func `a server can't make the numbers of placeholders overflow`(number: String) {
        var table = table("{}", answer: #"{"token":"{{secret:token#\#(number)}}"}"#)
        _ = table.placeholder(of: "{{secret:token#\(number)}}", label: "token")
        let placeholder = table.placeholder(of: "one", label: "token")
        #expect(SecretPlaceholder(placeholder.text) == placeholder)
    }

    @Test func `secrets get distinct placeholders after the highest number that a server can imitate`() {
        var table = table("{}", answer: #"{"token":"{{secret:token#9223372036854775806}}"}"#)
        let placeholders = ["one", "two", "three"].map { table.placeholder(of: $0, label: "token") }
        #expect(Set(placeholders).count == 3)
    }

    @Test func `a label can have a name of any length and is recognised again`() {
        let name = String(repeating: "very_long_", count: 10) + "token"
        let url = "https://a.example/?\(name)=abc-93jf93&next=%2Fb%3F\(name)%3Ddef-93jf93"
        var (table, again) = (PlaceholderTable(), PlaceholderTable())
        let once = Interaction.Request.get(url).redacted(by: .standard, into: &table)
        #expect(once.placeholders.count == 2)
        #expect(once.redacted(by: .standard, into: &again) == once)
    }

    @Test func `a table that continues a cassette gives no placeholder to a second secret`() {
        var recording = PlaceholderTable()
        let (one, pin) = (recording.placeholder(of: "one", label: "x"), recording.number(of: "11", label: "pin"))
        #expect(one.text == "{{secret:x#1}}" && pin.text == "2147410001")
        let cassette = Cassette([
            Interaction(
                .json("POST", "https://a.example/", #"{"a":"{{secret:x#1}}","b":"{{secret:x#2}}"}"#),
                .response(.json("{}")))
        ])
        var table = recording.expecting(cassette)
        #expect(table.placeholder(of: "one", label: "x") == one)
        #expect(table.placeholder(of: "two", label: "x").text == "{{secret:x#2}}")
        #expect(table.placeholder(of: "three", label: "x").text == "{{secret:x#3}}")
        #expect(table.number(of: "11", label: "pin") == pin)
        #expect(table.number(of: "12", label: "pin").text == "2147410002")
        var empty = recording.expecting(Cassette())
        #expect(empty.placeholder(of: "two", label: "x").text == "{{secret:x#2}}")
        #expect(empty.number(of: "12", label: "pin").text == "2147410002")
    }

    @Test func `a table that continues a recording keeps its stand-ins and kept values`() {
        var recording = PlaceholderTable()
        recording.use(standIns: ["abc-93jf93": "https://example.com/s/1"])
        recording.keep(["u-93jf93"])
        var table = recording.expecting(Cassette())
        #expect(table.kept == ["u-93jf93"])
        let request = Interaction.Request.json("POST", "https://a.example/", #"{"token":"abc-93jf93"}"#)
        let once = request.redacted(by: .standard, into: &table)
        #expect(once.body?.text == #"{"token":"https://example.com/s/1"}"#)
        #expect(once.redacted(by: .standard, into: &table) == once)
    }

    @Test func `a large negative number isn't taken for a placeholder`() {
        var table = PlaceholderTable()
        #expect(table.number(of: "-9223372036854775808", label: "pin").text == "2147410001")
    }

    @Test func `numbers are equal if their values are`() {
        var table = PlaceholderTable()
        #expect(table.number(of: "1.50", label: "pin") == table.number(of: "15e-1", label: "otp"))
        #expect(table.number(of: "1.5", label: "pin") != table.number(of: "1.6", label: "pin"))
    }

    @Test func `a secret in a URL in a query has a placeholder that a replay finds`() {
        let url = { (token: String) in "https://a.example/?next=%2Fcb%3Ftoken%3D\(token)%26x%3D1" }
        var recording = PlaceholderTable()
        let recorded = Cassette([Interaction(.get(url("abc-def-1")), .response(.json("{}")))])
            .redacted(by: .standard, into: &recording)
        #expect(recorded.interactions[0].request.url == url("%7B%7Bsecret%3Atoken%231%7D%7D"))
        var replay = PlaceholderTable(for: recorded)
        let live = Interaction.Request.get(url("ghi-jkl-2")).redacted(by: .standard, into: &replay)
        #expect(live == recorded.interactions[0].request)
        #expect(live.redacted(by: .standard, into: &replay) == live)
        #expect(recorded.listingRedactions().redactions == ["{{secret:token#1}}"])
    }

    @Test(arguments: [true, false])
    func `a secret with spaces has one placeholder in a form and in JSON`(isFormFirst: Bool) {
        let form = Interaction.Request.form("https://a.example/", "password=correct+horse+battery&x=1")
        let json = Interaction.Request.json("POST", "https://a.example/", #"{"password":"correct horse battery"}"#)
        var table = PlaceholderTable()
        let redacted = (isFormFirst ? [form, json] : [json, form]).map { $0.redacted(by: .standard, into: &table) }
        #expect(redacted.flatMap(\.placeholders).map(\.text) == ["{{secret:password#1}}", "{{secret:password#1}}"])
    }

    @Test(arguments: ["correct horse battery", "correct+horse+battery"])
    func `a secret of a form is found in an answer, with spaces and with plus signs`(echo: String) throws {
        let form = Interaction.Request.form("https://a.example/", "password=correct+horse+battery&x=1")
        let cassette = Cassette([Interaction(form, .response(.json(#"{"note":"\#(echo)"}"#)))])
        #expect(try cassette.har().text.contains("{\\\"note\\\":\\\"{{secret:password#1}}\\\"}"))
    }

    @Test func `a value under a secret key isn't labelled with the key`() {
        var table = PlaceholderTable()
        let body = #"{"credentials":{"sk_live_abcdefghi":"x","user":"y"}}"#
        let request = Interaction.Request.json("POST", "https://a.example/", body).redacted(by: .standard, into: &table)
        #expect(
            request.body?.text
                == #"{"credentials":{"{{secret:credential#1}}":"{{secret:key#1}}","user":"{{secret:user#1}}"}}"#)
    }
}
