import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct MarkupRulesTests {
    @Test(arguments: Language.allCases)
    func nothingIsInline(_ language: Language) {
        for (name, page) in Samples().pages {
            for tag in Tag.all(in: page.html(Samples().site(language))) {
                #expect(tag.name != "style", "\(name)")
                #expect(!tag.attributes.keys.contains { $0 == "style" || $0.hasPrefix("on") }, "\(name): \(tag)")
                if tag.name == "script" {
                    let isData = ["application/json", "application/ld+json"].contains(tag.attributes["type"])
                    #expect(tag.attributes["src"] != nil || isData, "\(name)")
                }
                #expect(!(tag.attributes["href"] ?? "").hasPrefix("javascript:"), "\(name)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func idsAreUniqueAndReferencesLeadSomewhere(_ language: Language) {
        for (name, page) in Samples().pages {
            let tags = Tag.all(in: page.html(Samples().site(language)))
            let ids = tags.compactMap { $0.attributes["id"] }
            #expect(Set(ids).count == ids.count, "\(name): \(ids)")
            for attribute in ["for", "aria-describedby", "aria-labelledby", "form"] {
                for tag in tags {
                    let named = (tag.attributes[attribute] ?? "").split(separator: " ").map(String.init)
                    #expect(named.allSatisfy(ids.contains), "\(name): \(tag)")
                }
            }
            let links = tags.compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
            #expect(links.allSatisfy { ids.contains(String($0.dropFirst())) }, "\(name)")
        }
    }

    @Test(arguments: Language.allCases)
    func everyControlHasAName(_ language: Language) {
        for (name, page) in Samples().pages {
            let tags = Tag.all(in: page.html(Samples().site(language)))
            let labelled = Set(tags.filter { $0.name == "label" }.compactMap { $0.attributes["for"] })
            for tag in tags where ["input", "select", "textarea"].contains(tag.name) {
                guard tag.attributes["type"] != "hidden" else { continue }
                #expect(tag.attributes["id"].map(labelled.contains) == true, "\(name): \(tag)")
            }
            for image in tags where image.name == "img" {
                #expect(image.attributes["alt"] != nil, "\(name): \(image)")
                #expect(image.attributes["width"] != nil && image.attributes["height"] != nil, "\(name): \(image)")
            }
        }
    }

    @Test func everyPostFormCarriesTheToken() {
        for (name, page) in Samples().pages {
            let tags = Tag.all(in: page.html(Samples().site(.english)))
            let posts = tags.count { $0.name == "form" && $0.attributes["method"] == "post" }
            #expect(tags.count { $0.attributes["name"] == "csrf" } == posts, "\(name)")
        }
    }

    @Test func addressesOfAssetsCarryTheVersion() {
        let known = Set(Assets.served.map { "/assets/\(Assets.version)/\($0.name)" })
        for (name, page) in Samples().pages {
            for tag in Tag.all(in: page.html(Samples().site(.english))) {
                let address = tag.attributes["href"] ?? tag.attributes["src"] ?? ""
                if address.hasPrefix("/assets/") { #expect(known.contains(address), "\(name): \(address)") }
            }
        }
    }
}
