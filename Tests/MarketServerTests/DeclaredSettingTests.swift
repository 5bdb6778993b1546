import Foundation
import MarketAPI
import MarketModels
import TestMarkets
import Testing

@testable import MarketServer

/// What holds for every setting that is declared, also for one that is added.
struct DeclaredSettingTests {
    /// What no setting takes that doesn't take every text.
    private static let bad = String(repeating: "!", count: 70)

    private static var all: [String] { ServerSettings.all.map(\.name) }
    private static var bounded: [String] { ServerSettings.all.filter { $0.allowed != nil }.map(\.name) }

    private func setting(_ name: String) throws -> any DeclaredSetting {
        try #require(ServerSettings.all.first { $0.name == name })
    }

    private func sources(
        flag: String? = nil,
        variable: String? = nil,
        file: String? = nil,
        of name: String
    ) throws -> SettingSources {
        var variables: [String: String] = [:]
        variables["OPENMARKET_" + name.uppercased().replacing("-", with: "_")] = variable
        let content = try JSONEncoder().encode(file.map { [name: $0] } ?? [:])
        return SettingSources([
            .init(flag.map { [name: .single($0)] } ?? [:]),
            try SettingSources.environment(variables),
            try SettingSources.file(content, path: "market.json"),
        ])
    }

    // MARK: Where it is from

    @Test(arguments: all) func flagComesBeforeTheVariableAndThatBeforeTheFile(_ name: String) throws {
        let setting = try setting(name)
        func found(_ sources: SettingSources) throws -> String? {
            do throws(ServerSettings.Problem) {
                return try setting.anyValue(in: sources) as? String
            } catch {
                return error.description
            }
        }
        let values = ["\(Self.bad)1", "\(Self.bad)2", "\(Self.bad)3"]
        let sentences = ["--\(name) has", "The variable \(setting.variable) has", "The settings file market.json has"]
        for (given, (value, sentence)) in zip(values, sentences).enumerated() {
            let said = try found(
                try sources(
                    flag: given == 0 ? value : nil,
                    variable: given <= 1 ? values[1] : nil,
                    file: values[2],
                    of: name
                )
            )
            if let allowed = setting.allowed {
                // What the categories take has rules for each part.
                if setting.flag != .none { #expect(said?.contains("must be \(allowed)") == true) }
                #expect(said?.hasPrefix("'\(name)' ") == true)
                #expect(said?.hasSuffix("\(sentence) '\(value)'.") == true, "\(said ?? "")")
            } else {
                #expect(said == value)
            }
        }
    }

    @Test(arguments: all) func emptyTextIsNone(_ name: String) throws {
        let setting = try setting(name)
        let usual = try setting.anyValue(in: SettingSources([]))
        let empty = try setting.anyValue(in: try sources(flag: "", variable: "", file: "", of: name))
        #expect("\(empty)" == "\(usual)")
    }

    @Test(arguments: all) func passwordIsNeverQuoted(_ name: String) throws {
        for sources in [try sources(flag: "hush", of: name), try sources(file: "hush", of: name)] {
            let sentence = try #require(sources.whereabouts(of: name))
            #expect(sentence.contains("hush") != (try setting(name).isSecret))
        }
    }

    // MARK: What it takes

    @Test(arguments: bounded) func boundsAreAllowedAndWhatIsBeyondIsNot(_ name: String) throws {
        let setting = try setting(name)
        guard let bounds = setting.allowed?.firstMatch(of: /from (\d+) to (\d+)(?:, such as (\w+=))?/) else {
            return
        }
        let (lower, upper) = (try #require(Int(bounds.1)), try #require(Int(bounds.2)))
        for (value, isAllowed) in [(lower, true), (upper, true), (lower - 1, false), (upper + 1, false)] {
            let sources = try sources(variable: "\(bounds.3 ?? "")\(value)", of: name)
            do throws(ServerSettings.Problem) {
                _ = try setting.anyValue(in: sources)
                #expect(isAllowed, "\(value)")
            } catch {
                #expect(!isAllowed, "\(error)")
            }
        }
    }

    @Test(arguments: all) func usualValueIsAllowed(_ name: String) throws {
        let setting = try setting(name)
        guard setting.flag != .toggle, let value = setting.usualText.wholeMatch(of: /`(.*)`/)?.1 else { return }
        let usual = try setting.anyValue(in: SettingSources([]))
        let given = try setting.anyValue(in: try sources(file: String(value), of: name))
        #expect(name == "currencies" || "\(given)" == "\(usual)")
    }

    // MARK: What is said of it

    @Test(arguments: all) func declarationIsComplete(_ name: String) throws {
        let setting = try setting(name)
        #expect(name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(setting.sentence.first?.isUppercase == true && setting.sentence.hasSuffix("."))
        #expect(setting.sentence.count { $0 == "`" }.isMultiple(of: 2))
        let names = ServerSettings.all.flatMap { [$0.name, $0.otherFlag].compactMap(\.self) }
        #expect((names + ServerSettings.removed.map(\.key)).count { $0 == name } == 1)
    }

    /// The compiler doesn't tell of a setting that changes nothing.
    @Test func everySettingIsRead() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let serving = sources.appending(path: "openmarket/Serving")
        let files = try FileManager.default.contentsOfDirectory(at: serving, includingPropertiesForKeys: nil)
        let texts = try (files + [sources.appending(path: "MarketServer/Configuration/ServerSettings.swift")])
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let words = Set(texts.flatMap { $0.matches(of: /(?:settings|self)\.(\w+)/).map { String($0.1) } })
        for property in Mirror(reflecting: ServerSettings.declared).children.compactMap(\.label)
        where !words.contains(property) {
            Issue.record("Nothing reads \(property).")
        }
    }

    /// Nor of one that is read and isn't passed on: it stays as it is without a setting.
    @Test func policyOfListingsHasWhatSettingsSay() throws {
        let file = """
            {"whole-prices": true, "currencies": "CHF", "places": "합정동", "time-zone": "Europe/Zurich",
             "sold-listed-days": 3, "lifetime-days": 30, "bump-days": 2}
            """
        let sources = SettingSources([try SettingSources.file(Data(file.utf8), path: "market.json")])
        let said = rules(of: try ServerSettings(reading: sources).policy)
        // Of a market's profile, when a request comes.
        for (rule, usual) in zip(said, rules(of: ListingPolicy())) where rule.name != "first" {
            #expect(rule.value != usual.value, "nothing sets \(rule.name)")
        }
    }

    private func rules(of policy: Any) -> [(name: String, value: String)] {
        Mirror(reflecting: policy).children.flatMap { name, value in
            value is PricePolicy || value is LifecycleRules ? rules(of: value) : [(name ?? "", "\(value)")]
        }
    }

    /// The market that Operating.md sets up starts: its settings are taken, and its user is made.
    @Test func whatOperatingSetsUpStarts() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "Documentation/Operating.md"), encoding: .utf8)
        let files = page.matches(of: /\n {4}(\{"(?:[^\n]|\n {5})*\})\n/).map { String($0.1) }
        let read = try files.map {
            try ServerSettings(
                reading: SettingSources([try SettingSources.file(Data($0.utf8), path: "/etc/openmarket.json")])
            )
        }
        let service = try String(contentsOf: root.appending(path: "Deployment/openmarket.service"), encoding: .utf8)
        #expect(service.contains("\nExecStart=/usr/local/bin/openmarket serve --config /etc/openmarket.json\n"))
        let market = try #require(read.first { $0.baseURL?.text == "https://shop.example" }, "\(files)")
        #expect(market.dataFolder == "/var/lib/openmarket" && service.contains("\nStateDirectory=openmarket\n"))
        let user = try #require(service.firstMatch(of: /\nUser=(\w+)\n/)?.1)
        #expect(page.contains(try Regex("useradd --system [^\n]* \(user)\n")))
        let order = try ["After", "Wants"].map { key in
            try #require(service.firstMatch(of: Regex<(Substring, Substring)>("\n\(key)=([^\n]*)\n"))?.1, "\(key)")
        }
        #expect(order.allSatisfy { $0.split(separator: " ").contains("time-sync.target") }, "the time is known before")
    }

    @Test func documentListsWhatIsDeclared() throws {
        let rows = ServerSettings.all.map { setting in
            let more = setting.page.map { " [More](\($0))" } ?? ""
            let cells = [
                setting.flag == .none ? "`\(setting.name)`, without a flag" : "`--\(setting.name)`",
                setting.flag == .toggle ? "" : setting.allowed ?? "", setting.usualText, setting.sentence + more,
            ]
            return "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
        }
        let table = """
            | setting | takes | default | meaning |
            |---|---|---|---|
            \(rows.joined(separator: "\n"))

            """
        try GeneratedTable(file: "Documentation/Operating.md", name: "settings").expect(table)
    }
}
