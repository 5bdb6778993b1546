/// A screen whose input is saved on the device when the app goes into the background, and sent again when sending was cut
/// off there.
@MainActor
protocol DraftSaving: AnyObject {
    /// What sends the input; nil if nothing is being sent.
    var sending: Task<Void, Never>? { get }
    func saveDraft() async
    func appDidEnterBackground()
    func appWillEnterForeground()
}
