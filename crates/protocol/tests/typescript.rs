//! Checks that `web/src/api/generated/types.ts` matches the Rust types.
//! `LUDORUM_BLESS=1 cargo test --package ludorum-protocol` regenerates it.

use std::path::Path;

use ludorum_protocol::content::{
    BoardTemplateCheckResult, BoardTemplateCountRange, BoardTemplateDraft, BoardTemplateGoal,
    BoardTemplateInfo, BoardTemplateList, BoardTemplateSeats, BoardTemplateSpells,
    BoardTemplateWalls, BrokenPlugin, CheckFinding, FieldDrawingShape, FieldStyleInfo, FileProblem,
    PluginCheck, PluginInfo, PluginKindInfo, PluginList, PluginTranslation, SavedBoardTemplate,
    SeatStartAndGoal, SpellTargetKind, SubmittedBoardTemplate,
};
use ludorum_protocol::lobby::{
    AgentInfo, AgentInterpreter, AgentUploadFile, ClientSession, FailurePolicy,
    FileContentEncoding, GameInfo, InstallAgentRequest, InstalledAgent, JoinRequest, LobbyMessage,
    LocaleInfo, NewTable, ParamInfo, ParamKind, Ready, ReplayInfo, SeatInfo, SeatKind,
    SeatOccupantChoice, SetInterpreterRequest, Strength, StrengthProvenance, TableInfo,
    TableLoadProgress, TablePhase, TableSettings, TimeControl, VariantInfo, Visibility,
    WatchRequest,
};
use ludorum_protocol::matches::{
    MatchAgentResult, MatchDuplicateLevel, MatchInfo, MatchState, NewMatch, ServerMatchStatus,
};
use ludorum_protocol::record::{RecordCheckRequest, RecordCheckResult, RecordInfo, RecordPlyInfo};
use ludorum_protocol::study::{
    AnalyseRequest, BoardPathInfo, ChanceEvent, ExploreRequest, ExploredPosition, PositionAnalysis,
    SearchTree, TreeNode,
};
use ludorum_protocol::table::{
    AgentMoveAnalysis, CandidateMoveInfo, CandidateValueBound, ClientMessage, ClientTableRole,
    DrawingStyle, DropoutCauseInfo, DroppedPlayerInfo, EndCause, Event, ExceededAgentLimit,
    FinalRanking, GameView, NumberedEvent, Pacing, ServerMessage, TableUpdate,
};
use ludorum_protocol::translation::{
    SaveTranslationRequest, TranslationFinding, TranslationFindingKind, TranslationInfo,
    TranslationList, TranslationSavePermission,
};
use ludorum_protocol::{ApiProblem, ErrorCode, VERSION};
use ts_rs::{Config, TS};

macro_rules! declarations {
    ($($name:ty),* $(,)?) => {{
        // Numbers of our messages are far below 2^53.
        let config = Config::new().with_large_int("number");
        [$(<$name as TS>::decl(&config)),*]
    }};
}

#[test]
fn the_types_of_the_page_are_ours() {
    let declarations = declarations![
        ErrorCode,
        ApiProblem,
        ClientSession,
        NewTable,
        SeatOccupantChoice,
        JoinRequest,
        WatchRequest,
        Ready,
        TablePhase,
        SeatInfo,
        SeatKind,
        TableInfo,
        GameInfo,
        AgentInfo,
        Strength,
        StrengthProvenance,
        ParamInfo,
        ParamKind,
        VariantInfo,
        InstalledAgent,
        AgentInterpreter,
        SetInterpreterRequest,
        InstallAgentRequest,
        AgentUploadFile,
        FileContentEncoding,
        LocaleInfo,
        TranslationList,
        TranslationSavePermission,
        TranslationInfo,
        TranslationFinding,
        TranslationFindingKind,
        SaveTranslationRequest,
        ReplayInfo,
        TableLoadProgress,
        LobbyMessage,
        TableSettings,
        Visibility,
        FailurePolicy,
        TimeControl,
        ExploreRequest,
        ExploredPosition,
        BoardPathInfo,
        ChanceEvent,
        AnalyseRequest,
        PositionAnalysis,
        SearchTree,
        TreeNode,
        RecordCheckRequest,
        RecordCheckResult,
        RecordInfo,
        RecordPlyInfo,
        NewMatch,
        ServerMatchStatus,
        MatchInfo,
        MatchState,
        MatchDuplicateLevel,
        MatchAgentResult,
        PluginList,
        PluginInfo,
        PluginKindInfo,
        SpellTargetKind,
        FieldStyleInfo,
        FieldDrawingShape,
        PluginTranslation,
        BrokenPlugin,
        FileProblem,
        PluginCheck,
        CheckFinding,
        BoardTemplateList,
        BoardTemplateInfo,
        BoardTemplateDraft,
        SeatStartAndGoal,
        BoardTemplateGoal,
        BoardTemplateSeats,
        BoardTemplateCountRange,
        BoardTemplateWalls,
        BoardTemplateSpells,
        SubmittedBoardTemplate,
        BoardTemplateCheckResult,
        SavedBoardTemplate,
        ClientMessage,
        DrawingStyle,
        ServerMessage,
        ClientTableRole,
        TableUpdate,
        GameView,
        Pacing,
        AgentMoveAnalysis,
        CandidateMoveInfo,
        CandidateValueBound,
        NumberedEvent,
        Event,
        FinalRanking,
        DroppedPlayerInfo,
        DropoutCauseInfo,
        EndCause,
        ExceededAgentLimit,
    ];
    let mut text =
        String::from("// Made from the Rust types by crates/protocol/tests/typescript.rs.\n\n");
    text += &format!("export const VERSION = {VERSION};\n");
    for declaration in declarations {
        text += &format!("\nexport {declaration}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/generated/types.ts");
    if std::env::var_os("LUDORUM_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "web/src/api/generated/types.ts is stale: LUDORUM_BLESS=1 cargo test --package ludorum-protocol"
    );
}
