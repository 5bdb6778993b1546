/// How long somebody is to wait, in the measure in which people say it.
enum Waiting: Hashable {
    case seconds(Int)
    case minutes(Int)
    case hours(Int)

    /// Rounded up, so that nobody comes back too early.
    init(seconds: Int) {
        switch seconds {
        case ...0: self = .seconds(1)
        case ...90: self = .seconds(seconds)
        case ...5400: self = .minutes((seconds + 59) / 60)
        default: self = .hours((seconds + 3599) / 3600)
        }
    }
}
