#include "session/stage.h"

#include "session/agent_install.h"
#include "session/device_facts.h"

namespace reprise::session {

Result<Stage> Stage::Open(adb::Device& device,
                          const std::optional<AppOptions>& app) {
  Stage stage(device);
  ASSIGN_OR_RETURN(stage.facts_, AskFacts(device));
  ASSIGN_OR_RETURN(stage.agent_, InstallAgent(device, stage.facts_));
  if (app) {
    ASSIGN_OR_RETURN(stage.app_, AppRun::Open(device, *app));
  }
  return stage;
}

Result<std::unique_ptr<AgentLink>> Stage::Begin(bool resume) {
  ASSIGN_OR_RETURN(auto link, AgentLink::Start(*device_, agent_));
  facts_.set_agent_uid(link->hello().uid());
  if (app_) {
    if (agent_watches_ || app_->Watch().methods()) {
      RETURN_IF_ERROR(NeedWatch(*link, facts_));
    }
    if (!resume) RETURN_IF_ERROR(app_->Reset(*link));
  }
  return link;
}

}  // namespace reprise::session
