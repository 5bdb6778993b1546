import MarketCore
import MarketModels

extension BrowserName {
    /// What the texts in a `User-Agent` stand for. Browsers name those that they are like, too, so the first match counts.
    private static let applications = [
        ("KAKAOTALK", "KakaoTalk"), ("NAVER(", "Naver"), ("Whale/", "Whale"), ("SamsungBrowser/", "Samsung Internet"),
        ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("FxiOS/", "Firefox"),
        ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// Reads a `User-Agent`. Only names from a list are kept, so that nobody is shown what a stranger's browser says.
    init(userAgent: String) {
        func first(_ names: [(text: String, name: String)]) -> String? {
            names.first { userAgent.contains($0.text) }?.name
        }
        self.init(application: first(Self.applications), system: first(Self.systems))
    }
}
